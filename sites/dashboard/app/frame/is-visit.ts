/** Whether an administrator of the installation is shown what belongs to people to whom they do not belong. */
export function isVisit(
  user: { readonly id: string; readonly isAdmin: boolean },
  members: readonly { readonly userId: string }[],
): boolean {
  return user.isAdmin && !members.some(({ userId }) => userId === user.id)
}
