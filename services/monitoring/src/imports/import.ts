import type { Call, Caller } from '@bollard/access'
import { type Imported, type ImportSource, statusPagesMax, type Unmapped, unmappedMax } from '@bollard/contracts'
import type { Language } from '@bollard/i18n'
import { ProblemError } from '@bollard/http'
import { applyFile, type ApplyContext } from '../configuration/apply.ts'
import { isProbed } from '../service/create.ts'
import { planOf } from '../service/plan.ts'
import { draftOfCsv } from './csv.ts'
import { draftOfGatus } from './gatus.ts'
import { type Imports, writeHistory } from './draft/history.ts'
import { draftOfKuma } from './kuma/kuma.ts'
import { openKuma } from './kuma/open-database.ts'
import { draftOfOpenStatus } from './open-status.ts'
import { fitToStored, settleChannels } from './settle-alerting.ts'

interface Import {
  readonly solutionId: string
  readonly timeZone: string
  readonly source: ImportSource
  readonly content: string
  readonly writeAheadLog: string | null
  readonly pictures: readonly { readonly name: string; readonly content: string }[]
  readonly activateChannels: boolean
  readonly language: Language
  readonly dryRun: boolean
  readonly revision: string | null
}

/**
 * Takes over what another product monitors, in one transaction, or tells what would come of it. Throws `validation-failed` for a file that
 * is none, `quota-exceeded` and `version-conflict`.
 */
export async function importMonitoring(
  context: ApplyContext,
  actor: Caller,
  { solutionId, dryRun, revision, ...input }: Import,
  call: Call,
): Promise<Imported> {
  const ofKuma = [
    ...(input.writeAheadLog === null ? [] : ['/writeAheadLog']),
    ...(input.pictures.length === 0 ? [] : ['/pictures']),
  ]
  if (ofKuma.length > 0 && input.source !== 'UPTIME_KUMA') {
    const errors = ofKuma.map((pointer) => ({ pointer, code: 'not-of-source' }))
    throw new ProblemError('validation-failed', undefined, { errors })
  }
  const today = context.now().toISOString().slice(0, 10)
  const draft = await draftOf(input, today)
  const unmapped = [...draft.unmapped]
  const noted = (one: Unmapped): void => void unmapped.push(one)
  const limits = (await planOf(context.billing, solutionId))?.limits
  const min = limits?.checkIntervalSeconds ?? 0
  const pagesMax = Math.min(limits?.statusPages ?? statusPagesMax, statusPagesMax)
  const services = draft.file.services.map((service) => {
    if (!isProbed(service.check.kind) || service.intervalSeconds >= min) return service
    const value = String(service.intervalSeconds)
    unmapped.push({ reason: 'value-adjusted', name: service.name, field: 'intervalSeconds', value })
    return { ...service, intervalSeconds: min }
  })
  const { history } = draft
  const changes = await applyFile(
    context,
    actor,
    {
      solutionId,
      dryRun,
      revision,
      deleteMissing: false,
      action: 'monitoring.imported',
      file: await settleChannels(context, solutionId, { ...draft.file, services }, noted),
      fit: (tx, file, stored) => fitToStored(tx, file, { stored, pagesMax, noted }),
      also: (tx, ids) =>
        writeHistory(tx, history, {
          solutionId,
          ids,
          at: context.now(),
          newId: context.newId,
        }),
    },
    call,
  )
  const created = new Set(changes.created.map(({ key }) => key))
  return {
    ...changes,
    unmapped: unmapped.slice(0, unmappedMax),
    unmappedMore: Math.max(0, unmapped.length - unmappedMax),
    history: {
      days: history.days.filter(({ key }) => created.has(key)).length,
      stateChanges: history.changes.filter(({ key }) => created.has(key)).length,
    },
  }
}

async function draftOf(
  { source, content, writeAheadLog, ...around }: Omit<Import, 'solutionId' | 'dryRun' | 'revision'>,
  today: string,
): Promise<Imports> {
  switch (source) {
    case 'UPTIME_KUMA':
      return draftOfKuma(await openKuma(content, writeAheadLog), { ...around, today })
    case 'OPENSTATUS':
      return draftOfOpenStatus(content)
    case 'GATUS':
      return draftOfGatus(content, { ...around, today })
    case 'CSV':
      return draftOfCsv(content)
  }
}
