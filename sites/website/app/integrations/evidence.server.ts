import { type PlatformId, platforms } from './platforms.ts'

/** One thing that ran, as a test run wrote it into `client/last-run*.json`. */
export interface Run {
  /** A client against the table of cases, a part of it in a web framework, a front end's journey, a plugin, or the page of an app. */
  readonly kind: 'client' | 'framework' | 'frontEnd' | 'package' | 'system' | 'page'
  /** What it ran with: a toolchain, a framework with its version. */
  readonly with: string
  /** Cases that passed, of how many; null where the run has no count. */
  readonly cases: { readonly passed: number; readonly of: number } | null
  /** ISO date. */
  readonly date: string
}

export interface Evidence {
  readonly version: string
  readonly isReleased: boolean
  readonly runs: readonly Run[]
  /** Lines that a newcomer adds to a fresh project, where that was measured. */
  readonly addedLines: number | null
}

interface ServerRun {
  readonly date: string
  readonly toolchain: string
  readonly cases: number
  readonly of: number
  readonly frameworks?: Readonly<Record<string, { version: string; cases: number; of: number }>>
}
interface FrontEndRun {
  readonly date: string
  readonly with: string
  readonly result: string
  readonly addedLines?: number
}
interface SystemRun {
  readonly date: string
  readonly tools: string
  readonly commands: string
  readonly checks: { readonly passed: number; readonly of: number } | null
}

const read = <T>(files: Record<string, unknown>) => Object.values(files)[0] as Readonly<Record<string, T>>
const servers = read<ServerRun>(
  import.meta.glob('../../../../client/last-run.json', { eager: true, import: 'default' }),
)
const frontEnds = read<FrontEndRun>(
  import.meta.glob('../../../../client/last-run-front-ends.json', { eager: true, import: 'default' }),
)
const systems = read<SystemRun>(
  import.meta.glob('../../../../client/last-run-of-systems.json', { eager: true, import: 'default' }),
)
const changelogs = import.meta.glob<string>('../../../../client/*/CHANGELOG.md', {
  eager: true,
  import: 'default',
  query: '?raw',
})

/** What is known about the state of a platform's client: its newest version, and what its last runs say. */
export function evidenceOf(id: PlatformId): Evidence {
  const { client, runs } = platforms[id]
  const changelog = changelogs[`../../../../client/${client}/CHANGELOG.md`] ?? ''
  const [, version = '', rest = ''] = /^## (\d+\.\d+\.\d+)(.*)$/mu.exec(changelog) ?? []
  return {
    version,
    isReleased: !rest.includes('unreleased'),
    runs: runs.flatMap((key) => [...serverRuns(key), ...frontEndRuns(key), ...systemRuns(key)]),
    addedLines: runs.map((key) => frontEnds[key]?.addedLines).find((lines) => lines !== undefined) ?? null,
  }
}

function serverRuns(key: string): Run[] {
  const run = servers[key]
  if (run === undefined) return []
  const { date, toolchain, cases, of, frameworks = {} } = run
  return [
    { kind: 'client', with: shortName(toolchain), cases: { passed: cases, of }, date },
    ...Object.entries(frameworks).map(([name, part]): Run => ({
      kind: 'framework',
      with: `${name} ${part.version}`,
      cases: { passed: part.cases, of: part.of },
      date,
    })),
  ]
}

function frontEndRuns(key: string): Run[] {
  const run = frontEnds[key]
  if (run?.result !== 'passed') return []
  return [{ kind: key.startsWith('package ') ? 'package' : 'frontEnd', with: run.with, cases: null, date: run.date }]
}

function systemRuns(key: string): Run[] {
  const run = systems[key]
  if (run?.commands !== 'passed') return []
  return [
    { kind: key === 'app-page' ? 'page' : 'system', with: run.tools || 'Chromium', cases: run.checks, date: run.date },
  ]
}

/** `info: kotlinc-jvm 1.3-SNAPSHOT (JRE 17…)` is Kotlin 1.3 for most readers; what stands in brackets is for none of them. */
const shortName = (toolchain: string): string => toolchain.replace(/^info: /u, '').replace(/\s*(?:\(| -- |\[).*$/u, '')
