import { accessSync, constants, statSync } from 'node:fs'
import { z } from 'zod'

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Settings of monitoring and of its probes. */
export const monitoringSettings = {
  MONITORING_PLACE: z
    .string()
    .max(60)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u)
    .default('main')
    .describe(
      'Name of where this machine stands; results of monitoring carry it, and a fault can be confirmed from several',
    ),
  MONITORING_ALLOW_PRIVATE: z
    .stringbool()
    .default(false)
    .describe(
      'Let monitoring check private networks, for closed networks: people who monitor services can then reach them',
    ),
  MONITORING_BROWSER: z
    .string()
    .refine(isProgram, 'needs the path of a program that this user may run, such as /usr/bin/chromium')
    .optional()
    .describe('Chromium that checks forms as people use them; without it forms are checked by protocol alone'),
  PROBE_TOKEN: z
    .string()
    .regex(/^bmp_[\w-]{43}$/u, 'needs the token of a probe, which begins with bmp_')
    .optional()
    .describe('With ROLE=probe: its token, shown once when the probe is created; it reports to API_URL'),
  PROBE_ALLOW_PRIVATE: z
    .stringbool()
    .default(false)
    .describe('With ROLE=probe: let it check private networks; its token must allow that too'),
  PROBE_KEEP_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(720)
    .default(24)
    .describe(
      'With ROLE=probe: how long it checks after a restart without a connection, sealed on disk; 0 for not at all',
    ),
}
