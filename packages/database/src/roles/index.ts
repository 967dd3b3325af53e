export { type LoginRole, loginRoleNames } from './ensure-roles.ts'
export { addressesOfRoles, ensureSignIn, printRoles, type RoleAddresses } from './sign-in.ts'
