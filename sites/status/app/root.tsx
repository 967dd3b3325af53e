import './app.css'
import { siteMiddleware } from '@bollard/site-kit/server'
import { Outlet } from 'react-router'
import { answerHeaders } from './answer/answer-headers.server.ts'

export { StatusDocument as Layout } from './shell/status-document.tsx'
export { StatusError as ErrorBoundary } from './shell/status-error.tsx'
export const middleware = [siteMiddleware, answerHeaders]
export const handle = { hydrate: false }

export default function Root() {
  return <Outlet />
}
