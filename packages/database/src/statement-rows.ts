/**
 * The rows of every named statement, by its name. Each package adds its own in a file that `npm run rows` writes from the migrated
 * schema (0057).
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface StatementRows {}

/** A row of a named statement. */
export type RowOf<Name extends keyof StatementRows> = StatementRows[Name]

/** `Told`, which must be one of what the schema allows. */
export type Narrowed<Schema, Told extends Schema> = Told
