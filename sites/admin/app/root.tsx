import './app.css'
import { siteMiddleware } from '@bollard/site-kit/server'
import { Outlet } from 'react-router'

export { SiteLayout as Layout, SiteError as ErrorBoundary } from '@bollard/site-kit'
export const middleware = [siteMiddleware]

export default function Root() {
  return <Outlet />
}
