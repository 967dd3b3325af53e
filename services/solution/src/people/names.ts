import type { SolutionContext } from '../solution-context.ts'

/** The given names of people by their ids; those without an account any more are left out. Ask outside of a transaction. */
export async function namesOf(
  { identity }: Pick<SolutionContext, 'identity'>,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))]
  const people = known.length === 0 ? [] : await identity.findPeople(known)
  return new Map(people.map(({ userId, givenName }) => [userId, givenName]))
}

/** Entries of the audit log with the names of whoever acted. */
export async function nameActors<Entry extends { readonly actor: { readonly id: string | null } }>(
  context: Pick<SolutionContext, 'identity'>,
  entries: readonly Entry[],
): Promise<(Entry & { readonly actor: Entry['actor'] & { readonly name: string | null } })[]> {
  const names = await namesOf(
    context,
    entries.map(({ actor: { id } }) => id),
  )
  return entries.map((entry) => ({
    ...entry,
    actor: { ...entry.actor, name: names.get(entry.actor.id ?? '') ?? null },
  }))
}

/** "a•••@example.org": enough to recognise an address by that one knows, too little to learn one that one does not. */
export function maskEmail(email: string): string {
  return `${String.fromCodePoint(email.codePointAt(0) ?? 0)}•••${email.slice(email.lastIndexOf('@'))}`
}

/** The same for every address in what somebody has written freely. */
export function maskEmails(text: string): string {
  return text.replaceAll(/[^\s@<>()[\]"',;:]+@[^\s@<>()[\]"',;:]+/gu, maskEmail)
}
