import { whatIfChanges, type WhatIfSettings } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { data, type RouterContextProvider } from 'react-router'
import { saveChanges, type SettingsAnswer } from '../../sections/save-section.server.ts'
import { tryDraft } from '../what-if/try-change.server.ts'
import { readValues, valuesOf, withValues } from '../../sections/setting-values.ts'

interface Sender {
  context: Readonly<RouterContextProvider>
  request: Request
  solutionId: string
}

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

function saveSection(sender: Sender, form: FormData, names: readonly string[]): Promise<Answer> {
  const { context, request, solutionId } = sender
  const api = apiOf(context, request)
  return saveChanges({ ...sender, ownerId: sender.solutionId }, form, names, {
    read: () => load(context, request, api.getSiteSettings({ solutionId })),
    valuesOf: (settings) => valuesOf(settings, names),
    write: ({ version, ...settings }, changes) =>
      api.putSiteSettings({ solutionId, siteSettingsDto: { ...withValues(settings, changes), version } }),
  })
}
