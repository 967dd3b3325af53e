import type { Socket } from 'node:net'
import { CheckFault, faultOf } from '../faults.ts'

const textBytesMax = 65_536

/**
 * Reads what the other side says until `isEnough`, at most 64 KiB of it. Resolves with the text so far when the other side
 * ends, and rejects with a CheckFault when the connection breaks.
 */
export function readText(socket: Socket, isEnough: (text: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const decoder = new TextDecoder()
    let text = ''
    let bytes = 0
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      text += decoder.decode(chunk, { stream: true })
      if (isEnough(text) || bytes > textBytesMax) end()
    }
    const onError = (error: Error) => {
      leave()
      reject(faultOf(error))
    }
    const onClose = () => {
      leave()
      reject(new CheckFault('connection-reset', 'the connection was closed'))
    }
    const end = () => {
      leave()
      resolve(text)
    }
    const leave = () => {
      socket.pause()
      socket.off('data', onData).off('error', onError).off('end', end).off('close', onClose)
    }
    socket.on('data', onData).on('error', onError).on('end', end).on('close', onClose)
    socket.resume()
  })
}
