package io.quotaledger.streamstopology.ledger;

import java.time.ZoneId;

/**
 * A tenant.
 *
 * @param zone zone in which its budget periods are cut
 * @param plan the plan it has
 */
public record Tenant(String tenantId, String name, ZoneId zone, Plan plan) {
    Tenant withPlan(Plan newPlan) {
        return new Tenant(tenantId, name, zone, newPlan);
    }
}
