package io.quotaledger.gatewayfilter.identity;

import io.quotaledger.schemas.avro.AppConfig;
import io.quotaledger.schemas.avro.KeyConfig;
import io.quotaledger.schemas.avro.Plan;
import io.quotaledger.schemas.avro.TenantConfig;

/** Who makes a call, with the accounts of each level and the plan. */
public record Caller(TenantConfig tenant, AppConfig app, KeyConfig key, Plan plan) {
    /** The tenant's id. */
    public String tenantId() {
        return tenant.getTenantId();
    }
}
