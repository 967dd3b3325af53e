/** The schema and the migrations that `createMailbox` needs; run them with `migrate` before the first mail. */
export const mailMigrations = { schema: 'mail', directory: new URL('./migrations/', import.meta.url) } as const
