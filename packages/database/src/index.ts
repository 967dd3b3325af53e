export { openDatabase, type Database, type Queries } from './open-database.ts'
export { isMigrated, migrate } from './migrate/migrate.ts'
export {
  MigrationChangedError,
  RolesMissingError,
  SchemaTooNewError,
  SchemaTooOldError,
} from './migrate/migration-errors.ts'
export { createBatcher, type Batcher } from './create-batcher.ts'
export { asRole } from './as-role.ts'
export { type Binding, type BoundTo, createBinding } from './bind-database.ts'
