import { Outlet } from 'react-router'

export { PageFailure as ErrorBoundary } from './page-failure.tsx'

export default function PageFrame() {
  return <Outlet />
}
