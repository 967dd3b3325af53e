import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { limitRepeats } from './limit-repeats.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Levels that are written for people to act on. */
const counted = { error: 50, warn: 40 } as const

/**
 * The log of a process: one JSON object a line on standard error, in every process with the same fields: `time`, `level`,
 * `process`, `role`, and as far as they are known `requestId`, `route`, `code`, `durationMs` and `job`. Lines that say the same are
 * written ten times a minute; the next one tells how many were not. Addresses, keys and tokens are masked in texts of errors.
 */
export function openLog(
  { LOG_LEVEL: level, ROLE: role }: Pick<Config, 'LOG_LEVEL' | 'ROLE'>,
  processName: string,
  {
    registry,
    destination = pino.destination(2),
    now = () => performance.now(),
  }: { registry?: Registry; destination?: DestinationStream; now?: () => number } = {},
): Logger {
  const lines = registry && countLines(registry)
  const mayWrite = limitRepeats(now)
  return pino(
    {
      level,
      base: { process: processName, role },
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: 'message',
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: { err: (error: Error) => withoutSecrets(describeError(error)) },
      hooks: {
        logMethod(given, method, levelNumber) {
          const name = levelNumber >= counted.error ? 'error' : 'warn'
          if (levelNumber >= counted.warn) lines?.inc({ level: name })
          const [fields, message] = typeof given[0] === 'object' ? [given[0], given[1]] : [{}, given[0]]
          const verdict = mayWrite(keyOf(fields, message, levelNumber))
          if (!verdict.mayWrite) return
          const more = verdict.untold === 0 ? fields : { ...Object(fields), untold: verdict.untold }
          method.call(
            this,
            more,
            message === undefined ? undefined : withoutSecrets({ message: String(message) }).message,
          )
        },
      },
    },
    destination,
  )
}

function countLines(registry: Registry): Counter<'level'> {
  const lines = new Counter({
    name: 'bollard_log_lines_total',
    help: 'Warnings and errors that a process had to log, those that were left out as repetitions among them',
    labelNames: ['level'],
    registers: [registry],
  })
  for (const level of Object.keys(counted)) lines.inc({ level }, 0)
  return lines
}

/** Lines are the same that tell of the same place and the same fault, whoever met it. */
function keyOf(fields: unknown, message: unknown, level: number): string {
  const { route, code, job, err } = Object(fields)
  const fault = err instanceof Error ? `${err.name} ${'code' in err ? String(err.code) : err.message.slice(0, 80)}` : ''
  return [level, message, route, code, job, fault].join('\n')
}

/** What helps to find a fault. The database's details and parameters are left out: they hold what people have typed. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { type, message, stack } = stdSerializers.err(error)
  const { code, constraint, table, schema, severity } = Object(error)
  return { type, message, code, schema, table, constraint, severity, stack }
}

/** Has the log write what libraries tell the console, so that every line of the process has one shape. */
export function takeConsole(log: Logger): void {
  const through =
    (level: 'error' | 'warn') =>
    (...words: unknown[]): void => {
      const err = words.find((word) => word instanceof Error)
      const texts = words.filter((word) => typeof word === 'string')
      log[level](err === undefined ? {} : { err }, texts.join(' ') || 'A library told the console')
    }
  console.error = through('error')
  console.warn = through('warn')
}
