export { type LoginRole, loginRoleNames } from './ensure-roles.ts'
export { addressesOfRoles, addressesOn, ensureSignIn, printRoles, type RoleAddresses } from './sign-in.ts'
