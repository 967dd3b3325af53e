/** The database was used by a newer program; running an older one on it could damage data. */
export class SchemaTooNewError extends Error {
  readonly schema: string
  readonly newest: number
  constructor(schema: string, newest: number) {
    super(
      `The schema "${schema}" is at migration ${newest}, which this version does not know. Start the newer version again, or restore a backup.`,
    )
    this.name = 'SchemaTooNewError'
    this.schema = schema
    this.newest = newest
  }
}

/** The process may not migrate, and no other of this version has done so yet. */
export class SchemaBehindError extends Error {
  readonly schema: string
  constructor(schema: string, newest: number, wanted: number) {
    super(
      `The schema "${schema}" is at migration ${newest}, and this version needs ${wanted}. Start this version with ROLE=api or ROLE=worker first: it brings the database up to date.`,
    )
    this.name = 'SchemaBehindError'
    this.schema = schema
  }
}

/** A migration that has already run was edited since: databases made before and after the edit differ. */
export class MigrationChangedError extends Error {
  readonly schema: string
  readonly file: string
  constructor(schema: string, file: string) {
    super(
      `The migration ${schema}/${file} was changed after it had been applied to this database. Put the file back as it was and write what is to change into a new migration.`,
    )
    this.name = 'MigrationChangedError'
    this.schema = schema
    this.file = file
  }
}

/** The database was left half-way through a set of migrations that this version has as one file. */
export class SchemaTooOldError extends Error {
  readonly schema: string
  readonly file: string
  constructor(schema: string, file: string, fault: 'missing' | 'changed' | 'unknown') {
    const found = {
      missing: `lacks the migration ${file}`,
      changed: `has run another text of the migration ${file}`,
      unknown: `has run the migration ${file}, which was never released`,
    }[fault]
    super(
      `The schema "${schema}" of this database ${found}, so this version cannot upgrade it. Start the last version that ran on it once more, upgrade to the one right before this version, then start this version; or start with an empty database.`,
    )
    this.name = 'SchemaTooOldError'
    this.schema = schema
    this.file = file
  }
}
