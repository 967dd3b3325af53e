import type { ConfigurationChanges, Imported, ImportSource, Problem } from '@bollard/contracts'
import type { Language } from '@bollard/i18n'
import { textOf } from '@bollard/site-kit'
import { act, apiOf } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'

interface Sender {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
  readonly solutionId: string
  /** Of what has none where it comes from. */
  readonly language: Language
}

const sources = ['UPTIME_KUMA', 'OPENSTATUS', 'GATUS', 'CSV'] as const satisfies readonly ImportSource[]

/** What came of a file: what it changes or has changed, or why it was refused. */
export interface TransferAnswer {
  readonly what: 'import' | 'configuration'
  readonly source: ImportSource
  readonly deleteMissing: boolean
  readonly activateChannels: boolean
  readonly result: ConfigurationChanges | Imported | null
  readonly problem: Problem | null
  /** No file was chosen. */
  readonly isEmpty: boolean
}

/** Tries a file, or applies it. Without scripts it has to be chosen again to be applied; its revision tells whether it still fits. */
export async function transfer(sender: Sender): Promise<TransferAnswer> {
  const form = await sender.request.formData()
  const what = textOf(form, 'what') === 'import' ? 'import' : 'configuration'
  const source = sources.find((one) => one === textOf(form, 'source')) ?? 'UPTIME_KUMA'
  const deleteMissing = form.has('deleteMissing')
  const activateChannels = form.has('activateChannels')
  const file = form.get('file')
  const log = form.get('log')
  const shared = { what, source, deleteMissing, activateChannels, result: null, problem: null, isEmpty: false } as const
  if (!(file instanceof File) || file.size === 0) return { ...shared, isEmpty: true }
  const bytes = Buffer.from(await file.arrayBuffer())
  const dryRun = textOf(form, 'do') !== 'apply'
  const revision = dryRun ? null : textOf(form, 'revision') || null
  const { solutionId } = sender
  const api = apiOf(sender.context, sender.request)
  const answer =
    what === 'import'
      ? await act(
          sender,
          api.importMonitoring({
            solutionId,
            monitoringImportDto: {
              source,
              dryRun,
              revision,
              activateChannels,
              language: sender.language,
              pictures: source === 'UPTIME_KUMA' ? await picturesOf(form.getAll('pictures')) : [],
              writeAheadLog: source === 'UPTIME_KUMA' ? await base64Of(log) : null,
              content: bytes.toString(source === 'UPTIME_KUMA' ? 'base64' : 'utf8'),
            },
          }),
        )
      : await act(
          sender,
          api.putMonitoringConfiguration({
            solutionId,
            monitoringConfigurationDto: { configuration: bytes.toString(), dryRun, deleteMissing, revision },
          }),
        )
  return answer.ok ? { ...shared, result: answer.value } : { ...shared, problem: answer.problem }
}

/** Files by their names, as base64. */
async function picturesOf(files: readonly FormDataEntryValue[]): Promise<{ name: string; content: string }[]> {
  const read = files.map(async (file) => ({
    name: file instanceof File ? file.name : '',
    content: await base64Of(file),
  }))
  return (await Promise.all(read)).flatMap(({ name, content }) => (content === null ? [] : [{ name, content }]))
}

/** A file as base64; null where none was chosen. */
async function base64Of(file: FormDataEntryValue | null): Promise<string | null> {
  return file instanceof File && file.size > 0 ? Buffer.from(await file.arrayBuffer()).toString('base64') : null
}
