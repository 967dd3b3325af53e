// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
export {}

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'as-role': {
      readonly set_config: string
    }
    'database-is-time-zone': {
      readonly timezone: Date
    }
    'standby-position': {
      readonly isStandby: boolean | null
      readonly hasAll: boolean
    }
    'standby-position-wanted': {
      readonly position: string | null
    }
    'take-role': {
      readonly set_config: string
    }
  }
}
