/**
 * For pools of services that are tested. A crowd that asks at once stands in line for a few connections, and a busy machine may take longer to
 * serve it than production lets anybody wait.
 */
export const patience = { statementTimeoutMs: 60_000, connectTimeoutMs: 60_000 } as const
