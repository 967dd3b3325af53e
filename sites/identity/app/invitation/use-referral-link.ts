import { useEffect } from 'react'
import { useParams } from 'react-router'

/**
 * Who follows the link of an organization to a new solution and is not signed in is sent here by the dashboard, and browsers carry
 * what stands behind the `#` along. The page for such links keeps it over the sign-in; a form of this page would lose it.
 */
export function useReferralLink(): void {
  const { language } = useParams()
  useEffect(() => {
    const token = new URLSearchParams(location.hash.slice(1)).get('inviteToken')
    if (token) location.replace(`/${language}/join#token=${encodeURIComponent(token)}`)
  }, [language])
}
