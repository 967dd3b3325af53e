import { createHash } from 'node:crypto'
import { type Check, runCheck } from '@bollard/checks'
import type { Database } from '@bollard/database'
import { quietPorts } from './quiet-ports.ts'
import { createTestCaptcha } from './test-captcha.ts'
import { statusPortsOf } from './status-ports.ts'
import {
  createMonitoringService,
  type MonitoringService,
  type MonitoringServiceOptions,
} from '../create-monitoring-service.ts'

/**
 * The service by itself, for programs that kill or measure it: real checks, also of this machine, nobody who calls and no plans. Processes
 * that share a database open what another one has sealed.
 */
export function createLoneService(db: Database, more: Partial<MonitoringServiceOptions> = {}): MonitoringService {
  return createMonitoringService({
    db,
    now: () => new Date(),
    clientIp: () => '192.0.2.1',
    place: 'main',
    allowPrivate: true,
    browser: null,
    apiKeysFor: 'operators',
    sealingKeys: [{ id: 1, secret: createHash('sha256').update('a key of programs').digest() }],
    identity: { findActor: async () => null },
    solution: { findRole: async () => 'ADMIN', isSecondFactorDue: async () => false, noteVisit: async () => undefined },
    billing: { plansOf: async () => new Map() },
    captcha: createTestCaptcha().port,
    channels: { ...quietPorts, allowPrivate: true },
    status: statusPortsOf({ mails: [], posts: [], bounced: new Set(), outcomes: [], tokens: new Set() }),
    runCheck: (check, how) => runCheck(check as Check, how),
    onError: (error) => console.error(error),
    ...more,
  })
}
