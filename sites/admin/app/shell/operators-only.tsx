import { Outlet } from 'react-router'
import { requireOperator } from './require-operator.server.ts'

export { ShellFailure as ErrorBoundary } from './shell-failure.tsx'

export const middleware = [requireOperator]

/** Everything of the site but its entry lies in here. */
export default function OperatorsOnly() {
  return <Outlet />
}
