import { createHash, randomUUID } from 'node:crypto'
import type { PublicPage } from '@bollard/contracts'
import { type RequestScope, scopeOf } from '@bollard/site-kit/server'
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { colourStyle } from '../look/page-colours.ts'

const colours = createContext<string | null>(null)
const framing = createContext<boolean>(false)
const receiver = createContext<string>('')

/** Lets the style of the page's own colours stand in the answer. */
export function showColours(context: Readonly<RouterContextProvider>, page: Pick<PublicPage, 'colors'>): void {
  context.set(colours, colourStyle(page))
}

/** Lets any page show this answer in a frame. */
export function allowFraming(context: Readonly<RouterContextProvider>): void {
  context.set(framing, true)
}

/** Lets a form of this answer send to another origin. */
export function allowSending(context: Readonly<RouterContextProvider>, origin: string): void {
  context.set(receiver, ` ${origin}`)
}

/** Lets the captcha run in this answer. */
export function showWidget(scope: RequestScope): void {
  scope.showsWidget = true
  scope.nonce ||= randomUUID()
}

/**
 * `export const middleware = [siteMiddleware, answerHeaders]`: nothing runs on a status page, nothing is asked of
 * others, and nobody frames it,
 * apart from the form with the captcha, which runs, and the embed, which is framed.
 */
export const answerHeaders: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const scope = scopeOf(context, request)
  // A page without script says the same each time, so that it can be confirmed; `showWidget` makes a nonce for the one with script.
  if (!import.meta.env.DEV) scope.nonce = ''
  const response = await next()
  // While somebody works on a page, Vite puts scripts and styles into it.
  if (import.meta.env.DEV) return response
  const style = context.get(colours)
  const { api } = scope.site.urls
  const widget = scope.showsWidget
  const policy = [
    `default-src 'none'`,
    `script-src ${widget ? `'nonce-${scope.nonce}' 'strict-dynamic'` : `'none'`}`,
    `style-src 'self'${style === null ? '' : ` '${hashOf(style)}'`}${widget ? ` 'nonce-${scope.nonce}'` : ''}`,
    ...(widget ? [`style-src-attr 'unsafe-inline'`, `connect-src ${api}`, `frame-src ${api}`] : []),
    `img-src 'self' data:`,
    `font-src 'self'`,
    `form-action 'self'${context.get(receiver)}`,
    `base-uri 'none'`,
    `frame-ancestors ${context.get(framing) ? '*' : `'none'`}`,
    ...(scope.site.secure ? ['upgrade-insecure-requests'] : []),
  ]
  response.headers.set('content-security-policy', policy.join('; '))
  return response
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
