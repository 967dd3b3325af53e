/*
 * The attacker's solver: SHA-256 in sixteen lanes of the compiler's own vectors, so that it needs no library and runs as fast as
 * the processor's widest registers allow. Reads one task a line, writes one answer a line.
 *   work <prefix, 64 bytes in hex> <target>           ours: 32 counters, first word of the hash below the target
 *   digits <text in hex> <wanted in hex> <bits>       ALTCHA and Cap: a decimal number behind a text, so many leading bits of the hash
 * Answer: <result> <hashes> <nanoseconds of processor time>
 * Build: cc -O3 -march=native -o solve solve.c
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LANES 16
typedef uint32_t V __attribute__((vector_size(LANES * 4)));
typedef uint64_t Half __attribute__((vector_size(LANES * 4)));

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
static const uint32_t START[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

#define ROTR(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#define S0(x) (ROTR(x, 2) ^ ROTR(x, 13) ^ ROTR(x, 22))
#define S1(x) (ROTR(x, 6) ^ ROTR(x, 11) ^ ROTR(x, 25))
#define s0(x) (ROTR(x, 7) ^ ROTR(x, 18) ^ ((x) >> 3))
#define s1(x) (ROTR(x, 17) ^ ROTR(x, 19) ^ ((x) >> 10))

static V all(uint32_t x) { return (V){x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x}; }

/* One block; `w` is used up. */
static inline __attribute__((always_inline)) void compress(const uint32_t from[8], V w[16], V out[8]) {
  V a = all(from[0]), b = all(from[1]), c = all(from[2]), d = all(from[3]);
  V e = all(from[4]), f = all(from[5]), g = all(from[6]), h = all(from[7]);
#pragma GCC unroll 64
  for (int i = 0; i < 64; i++) {
    if (i >= 16) w[i & 15] += s0(w[(i + 1) & 15]) + w[(i + 9) & 15] + s1(w[(i + 14) & 15]);
    V t = h + S1(e) + (g ^ (e & (f ^ g))) + K[i] + w[i & 15];
    V u = S0(a) + ((a & b) | (c & (a | b)));
    h = g; g = f; f = e; e = d + t; d = c; c = b; b = a; a = t + u;
  }
  out[0] = a + from[0]; out[1] = b + from[1]; out[2] = c + from[2]; out[3] = d + from[3];
  out[4] = e + from[4]; out[5] = f + from[5]; out[6] = g + from[6]; out[7] = h + from[7];
}

static void compressOne(uint32_t state[8], const uint8_t block[64]) {
  V w[16], out[8];
  for (int i = 0; i < 16; i++)
    w[i] = all((uint32_t)block[4 * i] << 24 | block[4 * i + 1] << 16 | block[4 * i + 2] << 8 | block[4 * i + 3]);
  compress(state, w, out);
  for (int i = 0; i < 8; i++) state[i] = out[i][0];
}

static int anyOf(V mask) {
  Half m = (Half)mask;
  uint64_t sum = 0;
  for (int i = 0; i < LANES / 2; i++) sum |= m[i];
  return sum != 0;
}

static size_t bytesOf(const char *hex, uint8_t *into, size_t most) {
  size_t n = strlen(hex) / 2;
  if (n > most) exit(2);
  for (size_t i = 0; i < n; i++) {
    unsigned byte;
    if (sscanf(hex + 2 * i, "%2x", &byte) != 1) exit(2);
    into[i] = (uint8_t)byte;
  }
  return n;
}

static uint64_t hashes;

static uint32_t subPuzzle(const uint32_t middle[8], uint32_t index, uint32_t target) {
  const V lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  for (uint32_t counter = 0;; counter += LANES) {
    V w[16], out[8];
    w[0] = lane + counter;
    w[1] = all(index);
    w[2] = all(0x80000000);
    for (int i = 3; i < 15; i++) w[i] = all(0);
    w[15] = all(576);
    compress(middle, w, out);
    hashes += LANES;
    V met = (V)(out[0] < all(target));
    if (anyOf(met))
      for (int i = 0; i < LANES; i++)
        if (met[i]) return counter + i;
  }
}

static void work(const char *hex, uint32_t target) {
  uint8_t prefix[64];
  uint32_t middle[8];
  if (bytesOf(hex, prefix, 64) != 64) exit(2);
  memcpy(middle, START, sizeof middle);
  compressOne(middle, prefix);
  for (uint32_t index = 0; index < 32; index++) printf("%08" PRIx32, subPuzzle(middle, index, target));
}

static int isWanted(const uint32_t state[8], const uint8_t wanted[32], int bits) {
  for (int bit = 0; bit < bits; bit += 32) {
    const uint8_t *four = wanted + bit / 8;
    uint32_t want = (uint32_t)four[0] << 24 | four[1] << 16 | four[2] << 8 | four[3];
    uint32_t mask = bits - bit >= 32 ? 0xffffffff : ~(0xffffffffu >> (bits - bit));
    if ((state[bit / 32] ^ want) & mask) return 0;
  }
  return 1;
}

/* The text behind its full blocks, a number and the padding: one or two blocks. Gives their count. */
static int lastBlocks(const uint8_t *rest, size_t restLong, size_t full, const char *decimal, uint8_t block[128]) {
  size_t digitsLong = strlen(decimal), end = restLong + digitsLong;
  int count = end + 9 > 64 ? 2 : 1;
  memset(block, 0, 128);
  memcpy(block, rest, restLong);
  memcpy(block + restLong, decimal, digitsLong);
  block[end] = 0x80;
  uint64_t size = (64 * full + end) * 8;
  for (int i = 0; i < 8; i++) block[64 * count - 1 - i] = (uint8_t)(size >> (8 * i));
  return count;
}

/*
 * Decimal numbers behind a text. Ten thousand numbers share all but their last four digits, which lie in one or two words of the
 * block: the rest of it is the same in all lanes. What does not fit into one block goes one by one.
 */
static void digits(const char *hex, const char *wantedHex, int bits) {
  static uint32_t fourDigits[10000];
  uint8_t text[512], wanted[32] = {0}, block[128];
  size_t length = bytesOf(hex, text, sizeof text), full = length / 64, rest = length % 64;
  uint32_t first[8];
  char decimal[32];
  bytesOf(wantedHex, wanted, 32);
  memcpy(first, START, sizeof first);
  for (size_t i = 0; i < full; i++) compressOne(first, text + 64 * i);
  for (int low = 0; low < 10000; low++)
    fourDigits[low] = (uint32_t)('0' + low / 1000) << 24 | ('0' + low / 100 % 10) << 16 | ('0' + low / 10 % 10) << 8 |
                      ('0' + low % 10);
  uint32_t want = (uint32_t)wanted[0] << 24 | wanted[1] << 16 | wanted[2] << 8 | wanted[3];
  uint32_t mask = bits >= 32 ? 0xffffffff : ~(0xffffffffu >> bits);
  for (uint64_t high = 0;; high++) {
    if (high == 0) strcpy(decimal, "0000");
    else snprintf(decimal, sizeof decimal, "%" PRIu64 "0000", high);
    /* Numbers below a thousand have fewer digits. */
    int begin = high == 0 ? 1000 : 0;
    int slow = lastBlocks(text + 64 * full, rest, full, decimal, block) == 2;
    if (slow || begin > 0) {
      for (int low = 0; low < (slow ? 10000 : begin); low++) {
        uint32_t state[8];
        memcpy(state, first, sizeof state);
        snprintf(decimal, sizeof decimal, "%" PRIu64, high * 10000 + low);
        int count = lastBlocks(text + 64 * full, rest, full, decimal, block);
        for (int part = 0; part < count; part++) compressOne(state, block + 64 * part);
        hashes++;
        if (isWanted(state, wanted, bits)) {
          printf("%" PRIu64, high * 10000 + low);
          return;
        }
      }
      if (slow) continue;
    }
    if (high == 0) strcpy(decimal, "0000");
    lastBlocks(text + 64 * full, rest, full, decimal, block);
    size_t at = rest + strlen(decimal) - 4;
    int word = at / 4, shift = at % 4 * 8;
    for (int i = 0; i < 4; i++) block[at + i] = 0;
    uint32_t base[16];
    for (int i = 0; i < 16; i++)
      base[i] = (uint32_t)block[4 * i] << 24 | block[4 * i + 1] << 16 | block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int low = begin / LANES * LANES; low < 10000; low += LANES) {
      V w[16], out[8], four;
      memcpy(&four, fourDigits + low, sizeof four);
      for (int i = 0; i < 16; i++) w[i] = all(base[i]);
      w[word] |= four >> shift;
      if (shift > 0) w[word + 1] |= four << (32 - shift);
      compress(first, w, out);
      hashes += LANES;
      V met = (V)(((out[0] ^ want) & mask) == 0);
      if (!anyOf(met)) continue;
      for (int lane = 0; lane < LANES; lane++) {
        uint32_t state[8];
        for (int i = 0; i < 8; i++) state[i] = out[i][lane];
        if (low + lane < begin || !isWanted(state, wanted, bits)) continue;
        printf("%" PRIu64, high * 10000 + low + lane);
        return;
      }
    }
  }
}

int main(void) {
  static char line[4096], kind[16], one[2048], two[128];
  while (fgets(line, sizeof line, stdin)) {
    struct timespec begun, ended;
    unsigned number = 0;
    hashes = 0;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun);
    if (sscanf(line, "%15s %2047s %127s %u", kind, one, two, &number) < 3) return 2;
    if (strcmp(kind, "work") == 0) work(one, (uint32_t)strtoul(two, NULL, 10));
    else digits(one, two, (int)number);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    printf(" %" PRIu64 " %lld\n", hashes,
           (ended.tv_sec - begun.tv_sec) * 1000000000LL + ended.tv_nsec - begun.tv_nsec);
    fflush(stdout);
  }
  return 0;
}
