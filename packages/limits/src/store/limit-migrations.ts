/** Schema and folder of the tables and functions that `createPostgresStore` calls, for `migrate` of packages/database. */
export const limitMigrations = {
  schema: 'protection_limits',
  directory: new URL('./migrations/', import.meta.url),
} as const
