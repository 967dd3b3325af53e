import { PlainHeader } from '@bollard/site-kit'
import { Outlet } from 'react-router'

/** A wider shell than the forms have: rows and letters need the room. */
export default function MailboxShell() {
  return (
    <>
      <PlainHeader className="mx-auto w-full max-w-[60rem] px-4 py-4 sm:px-8" />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-[60rem] grid-cols-[minmax(0,1fr)] gap-6 px-4 pt-4 pb-16 sm:px-8"
      >
        <Outlet />
      </main>
    </>
  )
}
