import { compatOperations, type Route, routeTables } from '@bollard/contracts'
import { kindsInPath, sessionRoutes } from '../api/examples.ts'
import type { Heard } from '../api/hearing.ts'
import type { Belongings, Kind } from '../api/kinds.ts'
import { roleTable } from '../api/role-table.ts'
import { sendInTime } from '../api/send.ts'
import { performAlert, performCaptcha } from './perform-captcha.ts'
import { performDemo } from './perform-demo.ts'
import { performForms } from './perform-forms.ts'
import { performIdentity } from './perform-identity.ts'
import { performMonitoring } from './perform-monitoring.ts'
import { performStatusPages } from './perform-status-pages.ts'
import { performOperations } from './perform-operations.ts'
import { performPeople } from './perform-people.ts'
import { performProtection } from './perform-protection.ts'
import { performProgramme } from './perform-programme.ts'
import { performSharedReports } from './perform-shared-reports.ts'
import { performSolution } from './perform-solution.ts'
import { type Stage, startStage } from './stage.ts'

/** One answer of an operation, and what was asked. */
export interface Performed {
  readonly heard: Heard
  /** From the path. */
  readonly params: Readonly<Record<string, string>>
}

export interface Performance {
  /** Of each operation by its id everything that was heard. */
  readonly byOperation: ReadonlyMap<string, readonly Performed[]>
  /** Ids of Ada's things, by what they are ids of. */
  readonly its: Belongings
  /** Origins of what ran, by their names in the examples. */
  readonly origins: ReadonlyMap<string, string>
}

export const operations = [...routeTables.flatMap((table) => Object.values(table)), ...compatOperations]

/** Starts the services, calls every operation as somebody who may, and stops them. */
export async function performAll(): Promise<Performance> {
  const programme = await performProgramme()
  const heardOfProgramme = [...programme.api.hearing.answers]
  await programme.stop()
  const stage = await startStage()
  try {
    await performJobs(stage)
    await performIdentity(stage)
    await performPeople(stage)
    await performDemo(stage)
    await performSolution(stage)
    await performCaptcha(stage)
    await performForms(stage)
    await performProtection(stage)
    await performMonitoring(stage)
    await performStatusPages(stage)
    await performSharedReports(stage)
    await performOperations(stage)
    await performRest(stage)
    await performAlert(stage)
    const { api, its, further } = stage
    return {
      byOperation: preferSucceeded(sort([...further, ...api.hearing.answers]), sort(heardOfProgramme)),
      its,
      origins: new Map([
        [api.url, 'api'],
        ...Object.entries(api.siteUrls).map(([name, url]) => [url, name] as const),
        [programme.api.url, 'api'],
        ...Object.entries(programme.api.siteUrls).map(([name, url]) => [url, name] as const),
      ]),
    }
  } finally {
    await stage.stop()
  }
}

/** First of all: a minute later they have run by themselves, and tell more. */
async function performJobs({ api, people, its }: Stage): Promise<void> {
  for (const route of sessionRoutes)
    if (route.id === 'listJobs' || route.id === 'runJob') await sendInTime(api, route, its, people.operator)
}

/** Whatever takes only ids and a body, with the bodies that the tests of roles send; last what takes things away. */
async function performRest(stage: Stage): Promise<void> {
  const { api, people, its, make } = stage
  const known = sort(api.hearing.answers)
  const isMissing = (route: Route) => !(known.get(route.id) ?? []).some(({ heard }) => heard.status < 300)
  const ordered = sessionRoutes.toSorted(
    (one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'),
  )
  for (const route of ordered.filter(isMissing)) {
    const person = roleTable[route.id]?.includes('A') ? people.ada : people.operator
    const [, kind] = kindsInPath(route).at(-1) ?? []
    // Of sessions there is one to spare.
    const mayMake = route.method === 'DELETE' && kind !== undefined && kind !== 'sessionId' && kind in make
    const maker = mayMake ? make[kind as Kind & keyof typeof make] : undefined
    await sendInTime(api, route, maker ? { ...its, [kind as Kind]: await maker(its) } : its, person)
  }
}

/** Of each operation what the first heard, or the second where the first heard only refusals. */
function preferSucceeded(first: Map<string, Performed[]>, second: Map<string, Performed[]>): Map<string, Performed[]> {
  const hasSucceeded = (all: readonly Performed[] = []) => all.some(({ heard }) => heard.status < 300)
  return new Map(
    operations.map(({ id }) => [
      id,
      (hasSucceeded(first.get(id)) ? first : hasSucceeded(second.get(id)) ? second : first).get(id) ?? [],
    ]),
  )
}

/** Answers by the operation that gave them. Paths that are fixed come before those with a placeholder in the same place. */
function sort(answers: readonly Heard[]): Map<string, Performed[]> {
  const patterns = operations
    .map(({ id, method, path }) => ({
      id,
      method,
      pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{(\w+)\}/gu, '(?<$1>[^/]+)')}$`, 'u'),
      holes: path.split('{').length,
    }))
    .toSorted((one, other) => one.holes - other.holes)
  const found = new Map<string, Performed[]>()
  for (const heard of answers) {
    for (const { id, method, pattern } of patterns) {
      const match = method === heard.method ? pattern.exec(heard.path) : null
      if (match === null) continue
      found.set(id, [...(found.get(id) ?? []), { heard, params: { ...match.groups } }])
      break
    }
  }
  return found
}
