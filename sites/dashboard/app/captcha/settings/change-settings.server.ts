import { type Problem, whatIfChanges, type WhatIfSettings } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { apiOf, load, type RequestScope, scopeOf } from '@bollard/site-kit/server'
import { data, type RouterContextProvider } from 'react-router'
import { dropForm, holdForm } from '../../forms/held-form.server.ts'
import { mergeChanges } from '../../forms/merge-changes.ts'
import { act } from '../../request/act.server.ts'
import { type Tried, tryDraft } from '../what-if/try-change.server.ts'
import { readValues, type Values, valuesOf, withValues } from './setting-values.ts'

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

interface Sender {
  context: Readonly<RouterContextProvider>
  request: Request
  solutionId: string
}

/** Of which form of a solution's settings something is held while somebody signs in again. */
export const settingsOf = (solutionId: string, section: string): string => `settings of ${solutionId} ${section}`

/** Settings of which a change can be tried on earlier visitors. */
const tried: readonly string[] = whatIfChanges

/** Saves one section of the settings, or tries it on earlier visitors. `sections`: the names of the fields of each section of the page. */
export async function changeSettings(sender: Sender, sections: Readonly<Record<string, readonly string[]>>) {
  const form = await sender.request.formData()
  const section = textOf(form, 'section')
  const names = Object.hasOwn(sections, section) ? sections[section] : undefined
  if (names === undefined) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  const answer =
    textOf(form, 'do') === 'try' ? await trySection(sender, form, names) : await saveSection(sender, form, names)
  return data({ section, ...answer } satisfies SettingsAnswer, {
    status: answer.problem?.status ?? (answer.conflict ? 409 : 200),
  })
}

type Answer = Omit<SettingsAnswer, 'section'>

async function trySection(sender: Sender, form: FormData, names: readonly string[]): Promise<Answer> {
  const typed = readValues(form, names)
  const settings = Object.fromEntries(Object.entries(typed).filter(([name]) => tried.includes(name))) as WhatIfSettings
  const { result, problem } = await tryDraft(sender, form, { settings })
  return { did: 'try', problem, conflict: null, typed, tried: result }
}

/** Where the values of a section are read and written. */
interface Stored<Whole> {
  read: () => Promise<Whole>
  valuesOf: (whole: Whole) => Values
  /** Writes the changes over what was read last; refused with `version-conflict` where somebody was faster. */
  write: (whole: Whole, changes: Values) => Promise<unknown>
}

function saveSection(sender: Sender, form: FormData, names: readonly string[]): Promise<Answer> {
  const { context, request, solutionId } = sender
  const api = apiOf(context, request)
  return saveChanges(sender, form, names, {
    read: () => load(context, request, api.getSiteSettings({ solutionId })),
    valuesOf: (settings) => valuesOf(settings, names),
    write: ({ version, ...settings }, changes) =>
      api.putSiteSettings({ solutionId, siteSettingsDto: { ...withValues(settings, changes), version } }),
  })
}

/** Saves only what was changed since the page was loaded, so that people who change different things do not disturb each other. */
export async function saveChanges<Whole>(
  sender: Sender,
  form: FormData,
  names: readonly string[],
  stored: Stored<Whole>,
): Promise<Answer> {
  const { context, request, solutionId } = sender
  const mine = readValues(form, names)
  const hold = (scope: RequestScope) =>
    holdForm(
      scope,
      { of: settingsOf(solutionId, textOf(form, 'section')), by: textOf(form, 'by') },
      { values: JSON.stringify(mine) },
    )
  const done: Answer = { did: 'save', problem: null, conflict: null, typed: null, tried: null }
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
