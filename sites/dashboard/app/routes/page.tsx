import { Outlet } from 'react-router'

export { PageFailure as ErrorBoundary } from '../shell/page-failure.tsx'

export default function PageFrame() {
  return <Outlet />
}
