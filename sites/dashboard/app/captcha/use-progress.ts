import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const everyMs = 2_000

/** Loads the page's data again while something on it is under way, and the page is looked at. */
export function useProgress(isUnderWay: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isUnderWay || state !== 'idle') return
    const timer = setTimeout(() => {
      if (!document.hidden) void revalidate()
    }, everyMs)
    const onShow = () => {
      if (!document.hidden) void revalidate()
    }
    document.addEventListener('visibilitychange', onShow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [isUnderWay, state, revalidate])
}
