export { openDatabase, type Database, type Queries } from './open-database.ts'
export { migrate, MigrationChangedError, SchemaTooNewError } from './migrate.ts'
export { createBatcher, type Batcher } from './create-batcher.ts'
export { asRole } from './as-role.ts'
