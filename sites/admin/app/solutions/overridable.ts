/** Limits that the page offers to set for a while; empty fields stay as in the plan. */
export const overridable = ['verifications', 'domains', 'environments', 'members', 'apiKeys'] as const
