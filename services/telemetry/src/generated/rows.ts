// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.
export {}

declare module '@bollard/database/statement-rows' {
  interface StatementRows {
    'telemetry-batch-insert': {
      readonly number: number
    }
    'telemetry-batch-same': {
      readonly number: number
    }
    'telemetry-batches': {
      readonly number: number
      readonly path: string
      readonly events: Buffer
    }
    'telemetry-performance': {
      readonly path: string
      readonly metric: 'TTFB' | 'DOM_READY' | 'LOAD' | 'LCP' | 'CLS' | 'INTERACTION' | 'INP'
      readonly events: number
      readonly p50: number
      readonly p75: number
      readonly p95: number
    }
    'telemetry-performance-record': Record<string, never>
    'telemetry-performance-sweep': Record<string, never>
    'telemetry-replay': {
      readonly id: string
    }
    'telemetry-replay-delete': {
      readonly id: string
    }
    'telemetry-replay-grow': Record<string, never>
    'telemetry-replay-insert': Record<string, never>
    'telemetry-replay-lock': {
      readonly id: string
      readonly startedAt: Date
      readonly characters: number
    }
    'telemetry-replay-one': {
      readonly id: string
      readonly startedAt: Date
      readonly lastAt: Date
      readonly path: string
      readonly language: string
      readonly device: 'phone' | 'tablet' | 'computer'
      readonly country: string | null
      readonly batches: number
      readonly characters: number
    }
    'telemetry-replays': {
      readonly id: string
      readonly startedAt: Date
      readonly lastAt: Date
      readonly path: string
      readonly language: string
      readonly device: 'phone' | 'tablet' | 'computer'
      readonly country: string | null
      readonly batches: number
      readonly characters: number
    }
    'telemetry-replays-sweep': {
      readonly id: string
    }
    'telemetry-replays-today': {
      readonly characters: number
    }
    'telemetry-view-count': Record<string, never>
    'telemetry-view-shares': {
      readonly value: string
      readonly views: number
    }
    'telemetry-views': {
      readonly day: string
      readonly path: string
      readonly views: number
    }
    'telemetry-views-sweep': Record<string, never>
  }
}
