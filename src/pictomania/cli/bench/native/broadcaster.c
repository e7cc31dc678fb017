/* The least that a server of ink can do: WebSockets in tables, and one shared frame per table and tick. No game.

   broadcaster TICK_MS

Prints its port, and ends with its standard input. A client opens /TABLE/SEAT (numbers), and sends and gets the
same frames of ink as with the real server. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { SEATS = 6, MAX_TABLES = 4096, HEAD = 12, ROOM = 16384, EVENTS = 256, INK = 1 };

struct table;
struct client {
    int fd, seat;
    struct table *table; /* NULL before the handshake */
    uint8_t *partial;
    size_t partial_size;
};
struct table {
    struct client *clients[SEATS];
    uint8_t frame[HEAD + ROOM]; /* with room for the head before the payload */
    size_t size; /* of the payload */
};

static struct table *tables[MAX_TABLES];
static int table_count, poll_fd;
static uint8_t input[1 << 18];

static void fail(const char *what) {
    fprintf(stderr, "broadcaster: %s\n", what);
    exit(1);
}

static void drop(struct client *c) {
    if (c->table) c->table->clients[c->seat] = NULL;
    close(c->fd);
    free(c->partial);
    free(c);
}

/* The handshake. */

static uint32_t rotate(uint32_t value, int bits) { return value << bits | value >> (32 - bits); }

static void sha1(const uint8_t *data, size_t size, uint8_t *out) {
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}, w[80];
    uint8_t blocks[128] = {0};
    size_t total = size + 9 > 64 ? 128 : 64;
    memcpy(blocks, data, size);
    blocks[size] = 0x80;
    blocks[total - 2] = size * 8 >> 8, blocks[total - 1] = size * 8 & 255;
    for (size_t block = 0; block < total; block += 64) {
        for (int i = 0; i < 16; i++) {
            const uint8_t *b = blocks + block + 4 * i;
            w[i] = (uint32_t)b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3];
        }
        for (int i = 16; i < 80; i++) w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
        for (int i = 0; i < 80; i++) {
            uint32_t f = i < 20 ? (b & c) | (~b & d) : i < 40 ? b ^ c ^ d : i < 60 ? (b & c) | (b & d) | (c & d)
                                                                                   : b ^ c ^ d;
            uint32_t k = i < 20 ? 0x5a827999 : i < 40 ? 0x6ed9eba1 : i < 60 ? 0x8f1bbcdc : 0xca62c1d6;
            uint32_t next = rotate(a, 5) + f + e + k + w[i];
            e = d, d = c, c = rotate(b, 30), b = a, a = next;
        }
        h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e;
    }
    for (int i = 0; i < 20; i++) out[i] = h[i / 4] >> (24 - 8 * (i % 4));
}

static void base64(const uint8_t *data, char *out) { /* of the 20 bytes of a hash */
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t padded[21] = {0};
    memcpy(padded, data, 20);
    for (int i = 0; i < 28; i++) {
        int bit = 6 * i, word = padded[bit / 8] << 8 | (bit / 8 + 1 < 21 ? padded[bit / 8 + 1] : 0);
        out[i] = letters[word >> (10 - bit % 8) & 63];
    }
    out[27] = '=', out[28] = 0;
}

/* Return how many bytes the request took; 0: not all of it is here. */
static size_t shake_hands(struct client *c, uint8_t *data, size_t size) {
    uint8_t *end = memmem(data, size, "\r\n\r\n", 4), hash[20];
    char accept[29], reply[200], key[100];
    int table, seat, length;
    if (!end) return 0;
    *end = 0;
    const char *header = strcasestr((char *)data, "\r\nsec-websocket-key: ");
    if (sscanf((char *)data, "GET /%d/%d ", &table, &seat) != 2 || !header || table < 0 || table >= MAX_TABLES
        || seat < 0 || seat >= SEATS || sscanf(header + 21, "%40s", key) != 1)
        return SIZE_MAX;
    strcat(key, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    sha1((uint8_t *)key, strlen(key), hash);
    base64(hash, accept);
    if (!tables[table] && !(tables[table] = calloc(1, sizeof **tables))) fail("out of memory");
    if (table >= table_count) table_count = table + 1;
    if (tables[table]->clients[seat]) return SIZE_MAX;
    c->table = tables[table], c->seat = seat;
    c->table->clients[seat] = c;
    length = snprintf(reply, sizeof reply, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n", accept);
    if (send(c->fd, reply, length, MSG_NOSIGNAL) != length) return SIZE_MAX;
    return end + 4 - data;
}

/* Ink. */

static void collect(struct client *c, const uint8_t *payload, size_t size) {
    struct table *t = c->table;
    uint8_t *at = t->frame + HEAD + t->size;
    size_t length = size - 2;
    if (size < 3 || payload[0] != INK || t->size + size + 8 > ROOM) return;
    if (!t->size) *at++ = INK, *at++ = payload[1];
    *at++ = c->seat;
    while (length > 0x7f) *at++ = (length & 0x7f) | 0x80, length >>= 7;
    *at++ = length;
    memcpy(at, payload + 2, size - 2);
    t->size = at + size - 2 - (t->frame + HEAD);
}

static void tick(void) {
    for (int i = 0; i < table_count; i++) {
        struct table *t = tables[i];
        if (!t || !t->size) continue;
        uint8_t *start = t->frame + HEAD;
        size_t size = t->size;
        if (size < 126) *--start = size;
        else *--start = size & 255, *--start = size >> 8, *--start = 126;
        *--start = 0x82;
        size = t->frame + HEAD + t->size - start;
        for (int seat = 0; seat < SEATS; seat++)
            if (t->clients[seat] && send(t->clients[seat]->fd, start, size, MSG_DONTWAIT | MSG_NOSIGNAL) < 0
                && errno != EAGAIN)
                shutdown(t->clients[seat]->fd, SHUT_RDWR); /* the next event drops it */
        t->size = 0;
    }
}

/* Return how many bytes were whole frames; SIZE_MAX: the client is gone. */
static size_t receive_frames(struct client *c, uint8_t *data, size_t size) {
    size_t at = 0;
    while (size - at >= 6) {
        size_t length = data[at + 1] & 127, head = length == 126 ? 8 : 6;
        if (length == 127 || !(data[at + 1] & 128)) return SIZE_MAX;
        if (length == 126) length = data[at + 2] << 8 | data[at + 3];
        if (size - at < head + length) break;
        uint8_t *payload = data + at + head, *mask = payload - 4;
        int kind = data[at] & 15;
        for (size_t i = 0; i < length; i++) payload[i] ^= mask[i & 3];
        if (kind == 2) collect(c, payload, length);
        else if (kind == 8) return SIZE_MAX;
        at += head + length;
    }
    return at;
}

static void receive(struct client *c) {
    memcpy(input, c->partial, c->partial_size);
    ssize_t got = recv(c->fd, input + c->partial_size, sizeof input - c->partial_size - 1, MSG_DONTWAIT);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) { drop(c); return; }
    size_t size = c->partial_size + got, done = 0, more = 0;
    if (!c->table) done = shake_hands(c, input, size);
    if (done != SIZE_MAX && c->table) more = receive_frames(c, input + done, size - done);
    if (done == SIZE_MAX || more == SIZE_MAX || size - done - more > 65536) { drop(c); return; }
    done += more;
    if (size - done || c->partial_size) {
        c->partial = realloc(c->partial, size - done + 1);
        if (!c->partial) fail("out of memory");
        memcpy(c->partial, input + done, size - done);
        c->partial_size = size - done;
    }
}

static void add(int fd, void *who) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = who};
    if (epoll_ctl(poll_fd, EPOLL_CTL_ADD, fd, &event) < 0) fail("epoll_ctl");
}

int main(int argc, char **argv) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    struct epoll_event events[EVENTS];
    int yes = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), is_ticking, is_knocking;
    long tick_ms = argc == 2 ? atol(argv[1]) : 0;
    struct itimerspec period = {{tick_ms / 1000, tick_ms % 1000 * 1000000}, {0, 1}};
    if (tick_ms < 1) fail("usage: broadcaster TICK_MS");
    poll_fd = epoll_create1(0);
    if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, 4096)
        || getsockname(listener, (struct sockaddr *)&address, &length) || timerfd_settime(timer, 0, &period, NULL))
        fail("cannot listen");
    add(listener, &listener), add(timer, &timer), add(0, NULL);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    for (;;) {
        int count = epoll_wait(poll_fd, events, EVENTS, -1);
        is_ticking = is_knocking = 0;
        for (int i = 0; i < count; i++) {
            void *who = events[i].data.ptr;
            if (!who) return 0; /* nobody needs us any more */
            if (who == &timer) is_ticking = 1;
            else if (who == &listener) is_knocking = 1;
            else receive(who);
        }
        if (is_ticking) {
            uint64_t ticks;
            if (read(timer, &ticks, sizeof ticks) == sizeof ticks) tick();
        }
        for (int fd; is_knocking && (fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0;) {
            struct client *c = calloc(1, sizeof *c);
            if (!c || !(c->partial = malloc(1))) fail("out of memory");
            setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
            c->fd = fd;
            add(fd, c);
        }
    }
}
