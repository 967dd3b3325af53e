import { type ProblemCode, problemStatus } from '@bollard/contracts'
import { apiOf, attempt, scopeOf } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { existingPaths } from '../site-map/existing-pages.server.ts'
import { type Reports, reportsOf } from './reports-of.server.ts'

interface Taken<Body> {
  readonly request: Request
  readonly context: Readonly<RouterContextProvider>
  readonly what: keyof Reports
  /** With `device`, where it has one, as this server sees it. */
  readonly schema: {
    safeParse(body: unknown): { success: true; data: Body & { path: string } } | { success: false }
  }
  readonly send: (api: ReturnType<typeof apiOf>, body: Body) => Promise<unknown>
}

/**
 * Takes what a page reports and hands it on, if the visitor's cookies and headers still cover it: a page that is open in another tab may
 * not know of a no. Answers 204, or a status with a code: `forbidden` where nothing may be reported, `validation-failed` for what no page
 * of ours sends.
 */
export async function takeReport<Body>({ request, context, what, schema, send }: Taken<Body>): Promise<Response> {
  const { site } = scopeOf(context, request)
  if (!reportsOf(site, request)[what]) return refuse('forbidden')
  const parsed = schema.safeParse(await readReport(request))
  if (!parsed.success || !existingPaths(site).has(parsed.data.path)) return refuse('validation-failed')
  const taken = await attempt(send(apiOf(context, request), parsed.data))
  return taken.ok ? new Response(null, { status: 204 }) : refuse(taken.problem.code as ProblemCode)
}

async function readReport(request: Request): Promise<unknown> {
  const body: unknown = await request.json().catch(() => null)
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : null
}

function refuse(code: ProblemCode): Response {
  return Response.json({ code }, { status: problemStatus[code], headers: { 'cache-control': 'no-store' } })
}
