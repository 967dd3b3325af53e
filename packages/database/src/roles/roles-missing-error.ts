/** The database's owner may not make a role that the program needs. */
export class RolesMissingError extends Error {
  readonly roles: readonly string[]
  constructor(roles: readonly string[], cause?: unknown) {
    super(
      `The database lacks the roles ${roles.join(', ')}, and its owner may not make them. Print the statements that make them with "npm start -- database-roles", have an administrator of the database run them, and start again.`,
      { cause },
    )
    this.name = 'RolesMissingError'
    this.roles = roles
  }
}
