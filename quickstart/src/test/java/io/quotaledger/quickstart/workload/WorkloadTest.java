package io.quotaledger.quickstart.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.quotaledger.quickstart.model.Ending;
import io.quotaledger.quickstart.model.Script;
import io.quotaledger.quickstart.model.Tokens;
import io.quotaledger.quickstart.opening.Tenant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class WorkloadTest {
    private static final List<Tenant> TENANTS = Tenant.plan(20, false, "");
    private static final int COUNT = 5_000;

    private final List<PlannedCall> calls = Workload.realistic(TENANTS, COUNT, 7);

    @Test
    void shouldPlanTheSameCallsWhenTheSeedIsTheSame() {
        assertThat(Workload.realistic(TENANTS, COUNT, 7)).isEqualTo(calls);
        assertThat(Workload.realistic(TENANTS, COUNT, 8)).isNotEqualTo(calls);
    }

    @Test
    void shouldHaveEveryEndingAndHabitWhenThereAreManyCalls() {
        assertThat(calls).extracting(call -> call.script().ending()).contains(Ending.values());
        assertThat(calls).extracting(PlannedCall::habit).contains(Habit.values());
        assertThat(calls).extracting(PlannedCall::path).contains(PlannedCall.CHAT, PlannedCall.EMBEDDINGS);
        assertThat(calls).extracting(PlannedCall::stream).contains(true, false);
        assertThat(calls).extracting(call -> call.script().status()).contains(200, 400, 401, 429, 500, 503);
    }

    @Test
    void shouldGiveTheFirstTenantMostCallsWhenTenantsFollowAPowerLaw() {
        var byTenant = calls.stream()
                .collect(Collectors.groupingBy(call -> call.caller().tenantId(), Collectors.counting()));
        assertThat(byTenant).hasSize(20);
        assertThat(byTenant.getOrDefault(TENANTS.get(0).tenantId(), 0L))
                .isGreaterThan(5 * byTenant.getOrDefault(TENANTS.get(19).tenantId(), 0L));
    }

    @Test
    void shouldCapTheOutputAboveWhatIsGeneratedWhenTheCallNamesACap() {
        assertThat(calls)
                .filteredOn(call -> call.maxTokens() > 0)
                .allMatch(call -> call.maxTokens() >= call.script().tokens().output());
        assertThat(calls)
                .filteredOn(call -> call.maxTokens() == 0)
                .allMatch(call -> call.script().tokens().output() <= 1_024);
    }

    @Test
    void shouldKeepEveryRowsTokensWhenATraceIsReplayed() {
        var time = LocalDateTime.of(2024, 2, 29, 0, 0);
        var rows = List.of(
                new TraceReader.Row(time, 4808, 10),
                new TraceReader.Row(time, 0, 27),
                new TraceReader.Row(time, 110, 0),
                new TraceReader.Row(time, 0, 0));
        var replayed = Workload.replay(Tenant.plan(3, true, ""), rows, 1);
        assertThat(replayed)
                .extracting(call -> call.script().tokens())
                .containsExactly(
                        new Tokens(4808, 0, 10), new Tokens(0, 0, 27), new Tokens(110, 0, 0), new Tokens(0, 0, 0));
        assertThat(replayed).allMatch(call -> call.script().ending() == Ending.COMPLETE);
    }

    @Test
    void shouldBeAJsonBodyOfThePromptsLengthWhenTheCallIsNotBroken() {
        var json = JsonMapper.shared();
        for (var call : calls.subList(0, 200)) {
            if (call.habit() != Habit.BROKEN_BODY && call.path().equals(PlannedCall.CHAT)) {
                var body = json.readTree(CallBody.of(call));
                assertThat(body.path("model").asString()).isEqualTo(call.model());
                assertThat(body.at("/messages/0/content").asString())
                        .hasSize(4 * (int) call.script().tokens().prompt());
            }
        }
    }

    @Test
    void shouldComeBackTheSameWhenAScriptTravelsInItsHeader() {
        assertThat(calls)
                .allSatisfy(call ->
                        assertThat(Script.fromHeader(call.script().toHeader())).isEqualTo(call.script()));
    }
}
