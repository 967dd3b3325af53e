import { grammarVersion } from '@bollard/engine-proof/grammar'
import { interpret, openStage, type StageWindow } from '@bollard/engine-proof/interpret'
import { nextTask, readPrograms } from '@bollard/proof-of-work'

/**
 * The answers to the two programs of a challenge: what this browser's engine lays out, and nothing about its visitor. Undefined where the
 * challenge asks for none, this browser lacks what it takes, or anything fails. The frame stands beside the widget, and where that is
 * not shown, at the end of the document; it is gone after some ten milliseconds.
 */
export async function answerPrograms(challengeToken: string, container: Node): Promise<readonly number[] | undefined> {
  const programs = readPrograms(challengeToken, grammarVersion)
  if (!programs) return undefined
  for (const parent of [container, document.documentElement]) {
    let frame: HTMLIFrameElement | undefined
    try {
      await nextTask()
      frame = await openStage(parent)
      const answers: number[] = []
      for (const program of programs) {
        // The visitor may be typing.
        await nextTask()
        answers.push(interpret(frame.contentWindow as StageWindow, program))
      }
      return answers
    } catch {
      // Not here.
    } finally {
      frame?.remove()
    }
  }
  return undefined
}
