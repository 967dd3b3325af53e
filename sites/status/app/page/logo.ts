import { notFound } from '@bollard/site-kit/server'
import type { Route } from './+types/logo.ts'
import { loadFace } from '../kept/load-status-page.server.ts'

const shape = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/u

/**
 * The picture of the page, as a file that browsers keep; its address changes with the page. Nothing but the three
 * kinds of pictures leaves here.
 */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { page } = await loadFace(args)
  const [, type, base64] = shape.exec(page.logo ?? '') ?? []
  if (type === undefined || base64 === undefined) return notFound(args)
  return new Response(new Uint8Array(Buffer.from(base64, 'base64')), {
    headers: { 'content-type': type, 'cache-control': 'private, max-age=86400' },
  })
}
