import { monitoringRoutes } from '@bollard/contracts'
import { callerOf, mountRoute } from '@bollard/http'
import { stringify } from 'yaml'
import type { SpaceScope } from '../access/open-gate.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { applyFile } from './apply.ts'
import { readFile } from './read-file.ts'
import { fileOf, readStored } from './stored-configuration.ts'

/** In JSON a character can take six bytes. */
const bodyLimit = 16_777_216

/** What is monitored, as a file. */
export function mountConfiguration(app: SpaceScope, context: MonitoringContext): void {
  mountRoute(app, monitoringRoutes.getMonitoringConfiguration, async ({ entity, query, reply }) => {
    const file = fileOf(await readStored(context.db, entity.id))
    const isYaml = query.format === 'YAML'
    await reply
      .headers({
        'content-type': isYaml ? 'application/yaml; charset=utf-8' : 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="monitoring.${query.format.toLowerCase()}"`,
        'cache-control': 'private, no-store',
      })
      .send(isYaml ? stringify(file, { aliasDuplicateObjects: false, lineWidth: 0 }) : JSON.stringify(file, null, 2))
  })
  mountRoute(
    app,
    monitoringRoutes.putMonitoringConfiguration,
    async ({ actor, entity, body: { configuration, ...body }, call }) => {
      const file = readFile(configuration)
      const applied = { ...body, solutionId: entity.id, file, action: 'monitoring.configured' as const }
      return applyFile(context, actor, applied, call)
    },
    { bodyLimit, onRequest: context.limiter.hook('files', (request) => callerOf(request).userId) },
  )
}
