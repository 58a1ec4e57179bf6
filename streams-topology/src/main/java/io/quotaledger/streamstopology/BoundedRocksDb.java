package io.quotaledger.streamstopology;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * One block cache and one budget for write buffers, shared by all stores of the process, so that memory does not grow with
 * the number of partitions and stores.
 */
public final class BoundedRocksDb implements RocksDBConfigSetter {
    private static final long CACHE_BYTES = 128L << 20;
    private static final long WRITE_BUFFERS_BYTES = 64L << 20;
    private static final long WRITE_BUFFER_BYTES = 8L << 20;
    /** What a write buffer takes at once. There are some hundred of them, most nearly empty, and together they must stay below their budget. */
    private static final long WRITE_BUFFER_STEP_BYTES = 64L << 10;

    private static final long BLOCK_BYTES = 8L << 10;

    /** Native objects that live as long as the process: they are shared, so closing a store must not close them. */
    private static final class Shared {
        static final LRUCache CACHE;
        static final WriteBufferManager WRITE_BUFFERS;

        static {
            RocksDB.loadLibrary();
            CACHE = new LRUCache(CACHE_BYTES, -1, false, 0.1);
            WRITE_BUFFERS = new WriteBufferManager(WRITE_BUFFERS_BYTES, CACHE);
        }
    }

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        var table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(Shared.CACHE);
        table.setBlockSize(BLOCK_BYTES);
        table.setCacheIndexAndFilterBlocks(true);
        table.setCacheIndexAndFilterBlocksWithHighPriority(true);
        table.setPinTopLevelIndexAndFilter(true);
        // Most reads look for what is not there: a new reservation, a new entry. They ask the filters of all young
        // files.
        table.setPinL0FilterAndIndexBlocksInCache(true);
        options.setTableFormatConfig(table);
        options.setWriteBufferManager(Shared.WRITE_BUFFERS);
        options.setWriteBufferSize(WRITE_BUFFER_BYTES);
        options.setArenaBlockSize(WRITE_BUFFER_STEP_BYTES);
        options.setMaxWriteBufferNumber(2);
    }

    @Override
    public void close(String storeName, Options options) {
        // What was set is shared by all stores and outlives each of them.
    }
}
