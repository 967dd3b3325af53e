import { importBytesMax, importedPictureBytesMax, importedPicturesMax, monitoringRoutes } from '@bollard/contracts'
import { callerOf, mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { importMonitoring } from './import.ts'

/** Base64 takes four bytes for three; what is around it fits into the rest. */
const filesMax = importBytesMax + importedPicturesMax * importedPictureBytesMax
const bodyLimit = Math.ceil(filesMax / 3) * 4 + 16_384

/** What comes from other products. */
export function mountImports(app: SpaceScope, context: MonitoringContext): void {
  mountRoute(
    app,
    monitoringRoutes.importMonitoring,
    async ({ actor, entity, standing: { space }, body, call }) =>
      importMonitoring(context, actor, { ...body, solutionId: entity.id, timeZone: space.timeZone }, call),
    { bodyLimit, onRequest: context.limiter.hook('files', (request) => callerOf(request).userId) },
  )
}
