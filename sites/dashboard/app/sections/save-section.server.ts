import type { Problem } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { act, findUser, type RequestScope, scopeOf } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import type { Tried } from '../captcha/what-if/try-change.server.ts'
import { dropForm, heldForm, holdForm } from '../forms/held-form.server.ts'
import { mergeChanges } from '../forms/merge-changes.ts'
import { readValues, type Values } from './setting-values.ts'

/** What became of one section of a page of settings. */
export interface SettingsAnswer {
  section: string
  did: 'save' | 'try'
  problem: Problem | null
  /** What somebody else saved meanwhile in fields that this person has changed too. */
  conflict: { names: string[]; current: Values } | null
  /** What the form shows now; null where it shows what is saved. */
  typed: Values | null
  tried: Tried['result']
}

export interface Sender {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
}

/** Of which form of a solution's or an organization's settings something is held while somebody signs in again. */
export const settingsOf = (ownerId: string, section: string): string => `settings of ${ownerId} ${section}`

/** What somebody had typed into a section before they had to sign in again; null for nothing. */
export async function heldSection(
  { context, request }: Sender,
  ownerId: string,
  sections: readonly string[],
): Promise<{ section: string; typed: Values } | null> {
  if (!new URL(request.url).searchParams.has('back')) return null
  const scope = scopeOf(context, request)
  const user = await findUser(context, request)
  for (const section of sections) {
    const held = heldForm(scope, request, { of: settingsOf(ownerId, section), by: user?.id ?? '' })
    if (held?.['values'] !== undefined) return { section, typed: JSON.parse(held['values']) as Values }
  }
  return null
}

/** Where the values of a section are read and written. */
interface Stored<Whole> {
  read: () => Promise<Whole>
  valuesOf: (whole: Whole) => Values
  /** Writes the changes over what was read last; refused with `version-conflict` where somebody was faster. */
  write: (whole: Whole, changes: Values) => Promise<unknown>
}

/** Saves only what was changed since the page was loaded, so that people who change different things do not disturb each other. */
export async function saveChanges<Whole>(
  sender: Sender & { readonly ownerId: string },
  form: FormData,
  names: readonly string[],
  stored: Stored<Whole>,
): Promise<Omit<SettingsAnswer, 'section'>> {
  const { context, request, ownerId } = sender
  const mine = readValues(form, names)
  const hold = (scope: RequestScope) =>
    holdForm(
      scope,
      { of: settingsOf(ownerId, textOf(form, 'section')), by: textOf(form, 'by') },
      { values: JSON.stringify(mine) },
    )
  const done: Omit<SettingsAnswer, 'section'> = { did: 'save', problem: null, conflict: null, typed: null, tried: null }
  for (let triesLeft = 3; ; triesLeft--) {
    // oxlint-disable-next-line no-await-in-loop -- each try reads what the one before it had missed
    const whole = await stored.read()
    const current = stored.valuesOf(whole)
    const base = baseOf(form) ?? current
    const wanted = Object.fromEntries(
      names.map((name) => [name, form.get(`keep/${name}`) === 'theirs' ? base[name] : mine[name]]),
    )
    const merged = mergeChanges<Values>(base, wanted, current)
    if (merged.conflicts.length > 0)
      return { ...done, conflict: { names: merged.conflicts, current }, typed: merged.together }
    if (Object.keys(merged.changes).length === 0) return done
    // oxlint-disable-next-line no-await-in-loop -- a second try only follows a lost one
    const saved = await act(sender, stored.write(whole, merged.changes), '?back', hold)
    if (saved.ok) {
      dropForm(scopeOf(context, request), request)
      return done
    }
    // Somebody was faster between the two calls; what they changed is looked at in the next round.
    if (saved.problem.code === 'version-conflict' && triesLeft > 1) continue
    return { ...done, problem: saved.problem, typed: mine }
  }
}

/** The fields as the page had shown them; null where the form does not say. */
function baseOf(form: FormData): Values | null {
  try {
    const base = JSON.parse(textOf(form, 'base')) as Values | null
    return typeof base === 'object' ? base : null
  } catch {
    return null
  }
}
