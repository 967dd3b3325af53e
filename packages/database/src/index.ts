export { databaseStatements, openDatabase, type Database, type Queries } from './open-database.ts'
export { migrate } from './migrate/migrate.ts'
export { effectsOf, stalls } from './migrate/effect-of.ts'
export { type MigrationPlan, planMigrations } from './migrate/plan-migrations.ts'
export { readMigrations } from './migrate/read-migrations.ts'
export { requireMigrated } from './migrate/require-migrated.ts'
export { splitStatements } from './migrate/split-statements.ts'
export {
  MigrationChangedError,
  SchemaBehindError,
  SchemaTooNewError,
  SchemaTooOldError,
} from './migrate/migration-errors.ts'
export { RolesMissingError } from './roles/roles-missing-error.ts'
export { createBatcher, type Batcher } from './create-batcher.ts'
export { createReads, createStandby, type Reads, type Standby, type StandbyState } from './read-from-standby.ts'
export { asRole } from './as-role.ts'
export { isTimeZone } from './is-time-zone.ts'
export { type Binding, type BoundTo, createBinding } from './bind-database.ts'
export type { RowOf, StatementRows } from './statement-rows.ts'
export { checkOnce, reasonOf, untilChecked } from './until-checked.ts'
