import { fileURLToPath } from 'node:url'
import type { CaptchaService } from '@bollard/captcha-service'
import type { FastifyInstance } from 'fastify'
import { serveCompat } from './serve-compat.ts'
import { serveWidget } from './serve-widget.ts'
import { readWidgetRelease, widgetDirectory } from './widget-release.ts'

const compatDirectory = fileURLToPath(new URL('../../client/compat/dist/', import.meta.url))

/** Calls of widgets and customers' servers, and the scripts that pages load. */
export async function serveEdge(app: FastifyInstance, captcha: CaptchaService): Promise<void> {
  await app.register(captcha.edgeRoutes)
  serveWidget(app, widgetDirectory, {
    own: readWidgetRelease(widgetDirectory).release,
    filesOf: (release) => captcha.filesOfWidget(release),
  })
  serveCompat(app, compatDirectory)
}
