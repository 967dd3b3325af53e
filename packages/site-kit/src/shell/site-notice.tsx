import { useSite } from './site-context.tsx'

/** What operators announce for a while, above every page. */
export function SiteNotice() {
  const { notice } = useSite()
  if (!notice) return null
  return (
    <div
      role="status"
      lang={notice.language}
      className="border-b border-doubt/30 bg-doubt-wash px-4 py-2 text-center text-sm"
    >
      {notice.text}
    </div>
  )
}
