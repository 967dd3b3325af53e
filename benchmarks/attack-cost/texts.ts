import type { Level } from './work-of.ts'

export type Language = 'en' | 'de'

interface Texts {
  readonly work: string
  readonly visitor: string
  readonly cpu: string
  readonly gpu: string
  readonly server: string
  readonly card: string
  readonly levels: Readonly<Record<Level, string>>
  readonly kind: string
  readonly cheapest: string
  readonly gpuBesideBrowser: string
  readonly what: string
  readonly value: string
  readonly asOf: string
  readonly source: string
  readonly notMeasured: string
  readonly assumed: {
    readonly cpuHashesPerSecond: string
    readonly cpuThreadPrice: string
    readonly gpuHashesPerSecond: string
    readonly gpuPrice: string
    readonly nativeSpeedup: string
    readonly gpuProgramsPerSecond: string
    readonly proxyTrafficPrice: string
  }
}

/** Words of the tables in content/{en,de}/docs/concepts/attack-cost.mdx. */
export const texts: Readonly<Record<Language, Texts>> = {
  en: {
    work: 'Work',
    visitor: 'Visitor, one browser thread',
    cpu: '1,000 solutions on rented CPUs',
    gpu: '1,000 solutions on rented GPUs',
    server: 'Solutions per second, one rented server',
    card: 'Solutions per second, one GPU',
    levels: {
      least: 'minimum setting',
      ordinary: 'ordinary visitor',
      suspicious: 'suspicious from the start; also the minimum extra work',
      stepUp: 'maximum extra work',
      most: 'maximum of a rule',
    },
    kind: 'Kind of work',
    cheapest: 'Cheapest attack: 1,000 solutions, per second of a visitor’s thread',
    gpuBesideBrowser: 'One GPU is as fast as',
    what: 'Assumption',
    value: 'Value',
    asOf: 'As of',
    source: 'Source',
    notMeasured: 'Not measured yet.',
    assumed: {
      cpuHashesPerSecond: 'SHA-256 on one CPU thread, native program',
      cpuThreadPrice: 'One CPU thread for an hour',
      gpuHashesPerSecond: 'SHA-256 on an RTX 4090',
      gpuPrice: 'An RTX 4090 for an hour',
      nativeSpeedup: 'Equi-X: native program compared with a browser, same thread',
      gpuProgramsPerSecond: 'Equi-X programs on an RTX 4090',
      proxyTrafficPrice: 'One gigabyte through residential proxies',
    },
  },
  de: {
    work: 'Aufwand',
    visitor: 'Besucher, ein Thread im Browser',
    cpu: '1.000 Lösungen auf gemieteten Prozessoren',
    gpu: '1.000 Lösungen auf gemieteten Grafikkarten',
    server: 'Lösungen je Sekunde, ein gemieteter Server',
    card: 'Lösungen je Sekunde, eine Grafikkarte',
    levels: {
      least: 'das Geringste, das Sie einstellen können',
      ordinary: 'gewöhnlicher Besucher',
      suspicious: 'von Anfang an verdächtig; auch die geringste Mehrarbeit',
      stepUp: 'die größte Mehrarbeit',
      most: 'das Höchste, was eine Regel verlangen kann',
    },
    kind: 'Art der Arbeit',
    cheapest: 'Billigster Angriff: 1.000 Lösungen, je Sekunde Rechenzeit eines Besuchers',
    gpuBesideBrowser: 'Eine Grafikkarte ist so schnell wie',
    what: 'Annahme',
    value: 'Wert',
    asOf: 'Stand',
    source: 'Quelle',
    notMeasured: 'Noch nicht gemessen.',
    assumed: {
      cpuHashesPerSecond: 'SHA-256 auf einem Prozessor-Thread, natives Programm',
      cpuThreadPrice: 'Ein Prozessor-Thread für eine Stunde',
      gpuHashesPerSecond: 'SHA-256 auf einer RTX 4090',
      gpuPrice: 'Eine RTX 4090 für eine Stunde',
      nativeSpeedup: 'Equi-X: natives Programm gegenüber dem Browser, gleicher Thread',
      gpuProgramsPerSecond: 'Equi-X-Programme auf einer RTX 4090',
      proxyTrafficPrice: 'Ein Gigabyte über Anschlüsse privater Haushalte',
    },
  },
}
