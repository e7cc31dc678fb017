/* Load generator: plays recorded ink over WebSockets that are already open, and measures what comes back.

   generator COMMANDS SCRIPTS

COMMANDS is the number of a Unix socket (SOCK_SEQPACKET) on which commands arrive, one per packet:

   table PAPER PLAYERS STROKES   a table whose sheets have so many strokes, with its sockets: those of the
                         players by seat, then those of watchers
   draw RATE TABLES      all players of the first TABLES tables draw RATE pieces a second each; 0 tables: stop
   act RATE TABLES       RATE players a second at the first TABLES tables switch their language; 0: stop
   mark                  measure from now on
   read                  answer with what was measured, as JSON
   close                 close all sockets, forget all tables, and answer

SCRIPTS is a file written by `recording.py`. Latency is from sending a piece until another client of its table
has received its last point, so it doesn't matter whether a server joins or splits pieces. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    MAX_SEATS = 6, MAX_SOCKETS = 64, RING = 1024, BUCKETS = 200000, BUCKET_US = 50, EVENTS = 256, BATCH = 256,
    INK = 1, SHEETS = 2, TEXT_FRAME = 1, BINARY_FRAME = 2, CLOSE_FRAME = 8, PING_FRAME = 9, PONG_FRAME = 10,
    LANGUAGES = 1000
};

struct piece { int is_new, place, points, size; const uint8_t *bytes; };
struct script { int pieces, strokes; struct piece *all; };

struct sent { uint64_t end; int64_t at; };

struct artist { /* what a player has sent */
    const struct script *script;
    int next;
    uint64_t strokes, points, pieces;
    struct sent ring[RING];
};

struct table;
struct client {
    int fd, seat; /* -1: a watcher */
    struct table *table;
    uint64_t points[MAX_SEATS], pieces[MAX_SEATS]; /* received of each artist */
    uint8_t *partial; /* of a frame */
    size_t partial_size;
    uint8_t *unsent;
    size_t unsent_size;
    int language; /* asked for */
    int64_t asked_at; /* 0: not waiting */
};

struct table {
    int paper, players, sockets, languages;
    struct artist artists[MAX_SEATS];
    struct client clients[];
};

struct histogram { uint32_t counts[BUCKETS]; uint64_t total, max_us; };

static struct script *scripts;
static int script_count;
static struct table **tables;
static int table_count, table_room;
static int poll_fd;
static uint8_t input[1 << 23]; /* six full sheets are 2 MB */

static struct histogram ink_latency, act_latency;
static struct {
    int64_t at, cpu;
    uint64_t sent, acts, ink_bytes, text_bytes, points, foreign_points, resyncs, lost;
    int64_t late_max;
} measured;

static struct { double rate; int tables; int64_t began; uint64_t done; } drawing, acting;

static int64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static int64_t cpu_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void fail(const char *what) {
    fprintf(stderr, "generator: %s\n", what);
    exit(1);
}

static void *allocate(size_t size) {
    void *memory = calloc(1, size);
    if (!memory) fail("out of memory");
    return memory;
}

static void observe(struct histogram *h, int64_t ns) {
    uint64_t us = ns > 0 ? ns / 1000 : 0, bucket = us / BUCKET_US;
    h->counts[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
    h->total++;
    if (us > h->max_us) h->max_us = us;
}

static double percentile_ms(const struct histogram *h, double share) {
    uint64_t wanted = (uint64_t)(h->total * share), seen = 0;
    for (int i = 0; i < BUCKETS; i++) {
        seen += h->counts[i];
        if (seen > wanted) return (i + 0.5) * BUCKET_US / 1000.0;
    }
    return h->max_us / 1000.0;
}

/* Scripts. */

static uint32_t number(const uint8_t **at, int bytes) {
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint32_t)*(*at)++ << (8 * i);
    return value;
}

static void read_scripts(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) fail("cannot read the scripts");
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *data = allocate(size + 1);
    if (fread(data, 1, size, file) != (size_t)size) fail("cannot read the scripts");
    fclose(file);
    const uint8_t *at = data;
    script_count = number(&at, 4);
    scripts = allocate(script_count * sizeof *scripts);
    for (int i = 0; i < script_count; i++) {
        struct script *script = &scripts[i];
        script->pieces = number(&at, 4);
        script->strokes = number(&at, 4);
        script->all = allocate(script->pieces * sizeof *script->all);
        for (int j = 0; j < script->pieces; j++) {
            struct piece *piece = &script->all[j];
            piece->is_new = number(&at, 1);
            piece->place = number(&at, 2);
            piece->points = number(&at, 2);
            piece->size = number(&at, 2);
            piece->bytes = at;
            at += piece->size;
        }
    }
}

/* Sending. */

static void watch(struct client *c, int operation) {
    struct epoll_event event = {.events = EPOLLIN | (c->unsent_size ? EPOLLOUT : 0), .data.ptr = c};
    if (epoll_ctl(poll_fd, operation, c->fd, &event) < 0) fail("epoll_ctl");
}

static void lose(struct client *c) {
    if (c->fd < 0) return;
    measured.lost++;
    close(c->fd);
    c->fd = -1;
}

static void flush_unsent(struct client *c) {
    ssize_t done = send(c->fd, c->unsent, c->unsent_size, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (done < 0 && errno != EAGAIN) { lose(c); return; }
    if (done <= 0) return;
    memmove(c->unsent, c->unsent + done, c->unsent_size - done);
    c->unsent_size -= done;
    if (!c->unsent_size) watch(c, EPOLL_CTL_MOD);
}

static void send_bytes(struct client *c, const uint8_t *data, size_t size) {
    ssize_t done = 0;
    if (c->fd < 0) return;
    if (!c->unsent_size) {
        done = send(c->fd, data, size, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (done < 0 && errno != EAGAIN) { lose(c); return; }
        if (done < 0) done = 0;
        if ((size_t)done == size) return;
    }
    int was_empty = !c->unsent_size;
    c->unsent = realloc(c->unsent, c->unsent_size + size - done);
    if (!c->unsent) fail("out of memory");
    memcpy(c->unsent + c->unsent_size, data + done, size - done);
    c->unsent_size += size - done;
    if (was_empty) watch(c, EPOLL_CTL_MOD);
}

static void send_frame(struct client *c, int kind, const uint8_t *payload, size_t size) {
    static uint32_t chance = 2463534242;
    uint8_t frame[4096], *at = frame, mask[4];
    if (size > sizeof frame - 8) fail("a frame that is too long");
    chance ^= chance << 13, chance ^= chance >> 17, chance ^= chance << 5;
    memcpy(mask, &chance, 4);
    *at++ = 0x80 | kind;
    if (size < 126) *at++ = 0x80 | size;
    else *at++ = 0x80 | 126, *at++ = size >> 8, *at++ = size & 255;
    memcpy(at, mask, 4), at += 4;
    for (size_t i = 0; i < size; i++) *at++ = payload[i] ^ mask[i & 3];
    send_bytes(c, frame, at - frame);
}

static uint8_t *put_varint(uint8_t *at, uint64_t value) {
    while (value > 0x7f) *at++ = (value & 0x7f) | 0x80, value >>= 7;
    *at++ = value;
    return at;
}

static void draw(struct table *t, int seat) {
    struct artist *artist = &t->artists[seat];
    const struct script *script = artist->script;
    const struct piece *piece = &script->all[artist->next];
    uint8_t payload[4096], *at = payload;
    *at++ = INK, *at++ = t->paper;
    if (piece->is_new) { /* in the long form, since it starts a stroke at its place in the stream */
        *at++ = 0;
        at = put_varint(at, artist->strokes + piece->place);
        at = put_varint(at, 0);
    }
    memcpy(at, piece->bytes, piece->size), at += piece->size;
    artist->points += piece->points;
    artist->ring[artist->pieces++ % RING] = (struct sent){artist->points, now_ns()};
    if (++artist->next == script->pieces) artist->next = 0, artist->strokes += script->strokes;
    measured.sent++;
    send_frame(&t->clients[seat], BINARY_FRAME, payload, at - payload);
}

static void act(struct table *t, int seat) {
    struct client *c = &t->clients[seat];
    char text[80];
    if (c->asked_at) return; /* the last one is still on its way */
    c->language = t->languages++ % LANGUAGES;
    c->asked_at = now_ns();
    measured.acts++;
    int size = snprintf(text, sizeof text, "{\"type\":\"set-language\",\"language\":\"en-%03d\"}", c->language);
    send_frame(c, TEXT_FRAME, (uint8_t *)text, size);
}

static void send_due(void) {
    int64_t now = now_ns();
    for (int i = 0; i < BATCH && drawing.tables; i++) {
        uint64_t turn = drawing.done;
        double per_turn = 1e9 / (drawing.rate * drawing.tables * MAX_SEATS);
        int64_t due = drawing.began + (int64_t)(turn * per_turn);
        if (due > now) break;
        struct table *t = tables[turn % drawing.tables];
        int seat = turn / drawing.tables % MAX_SEATS;
        if (now - due > measured.late_max) measured.late_max = now - due;
        drawing.done++;
        if (seat < t->players) draw(t, seat);
    }
    for (int i = 0; i < BATCH && acting.tables; i++) {
        uint64_t turn = acting.done;
        if (acting.began + (int64_t)(turn * (1e9 / acting.rate)) > now) break;
        struct table *t = tables[turn % acting.tables];
        acting.done++;
        act(t, turn / acting.tables % t->players);
    }
}

/* Receiving. */

static const uint8_t *skip_varint(const uint8_t *at, const uint8_t *end, uint64_t *value) {
    int shift = 0;
    *value = 0;
    while (at < end) {
        *value |= (uint64_t)(*at & 0x7f) << shift, shift += 7;
        if (*at++ < 0x80) break;
    }
    return at;
}

static const uint8_t *skip_points(const uint8_t *at, const uint8_t *end, uint64_t count) {
    uint64_t ignored;
    while (count-- && at < end) {
        uint8_t head = *at++;
        if (head >> 4 == 15) at = skip_varint(at, end, &ignored);
        if (!(head & 15)) at++;
        at = skip_varint(at, end, &ignored);
        at = skip_varint(at, end, &ignored);
    }
    return at;
}

/* Points in a piece; the scripts contain strokes only. */
static uint64_t points_in(const uint8_t *at, const uint8_t *end) {
    uint64_t total = 0, count;
    if (at < end && *at) {
        total = *at;
        at = skip_points(at + 1, end, total);
    } else if (at < end) {
        at = skip_varint(at + 1, end, &count);
        at = skip_varint(at, end, &count);
    }
    while (at + 2 < end && *at == 0) {
        at = skip_varint(at + 2, end, &count);
        at = skip_points(at, end, count);
        total += count;
    }
    return total;
}

static void receive_ink(struct client *c, const uint8_t *data, size_t size, int64_t now) {
    struct table *t = c->table;
    const uint8_t *at = data + 2, *end = data + size;
    if (size < 2 || data[1] != t->paper) return;
    int is_all = data[0] == SHEETS; /* after we were too slow */
    if (is_all) measured.resyncs++;
    else measured.ink_bytes += size + (size < 126 ? 2 : size < 65536 ? 4 : 10);
    while (at < end) {
        int seat = *at++;
        uint64_t length;
        at = skip_varint(at, end, &length);
        if (seat >= t->players || length > (uint64_t)(end - at)) return;
        uint64_t points = points_in(at, at + length);
        struct artist *artist = &t->artists[seat];
        at += length;
        if (!is_all) measured.points += points;
        if (!is_all && seat != c->seat) measured.foreign_points += points;
        c->points[seat] = is_all ? points : c->points[seat] + points;
        while (c->pieces[seat] < artist->pieces) {
            const struct sent *sent = &artist->ring[c->pieces[seat] % RING];
            if (sent->end > c->points[seat]) break;
            c->pieces[seat]++;
            if (!is_all && seat != c->seat) observe(&ink_latency, now - sent->at);
        }
    }
}

static void receive_text(struct client *c, const uint8_t *data, size_t size, int64_t now) {
    char wanted[16];
    measured.text_bytes += size;
    if (!c->asked_at) return;
    int length = snprintf(wanted, sizeof wanted, "\"en-%03d\"", c->language);
    if (!memmem(data, size, wanted, length)) return;
    observe(&act_latency, now - c->asked_at);
    c->asked_at = 0;
}

/* Handle all whole frames; return how many bytes they were. */
static size_t receive_frames(struct client *c, const uint8_t *data, size_t size, int64_t now) {
    size_t at = 0;
    while (size - at >= 2) {
        size_t length = data[at + 1] & 127, head = length == 126 ? 4 : length == 127 ? 10 : 2;
        if (size - at < head) break;
        if (length >= 126) {
            size_t bytes = head - 2;
            length = 0;
            for (size_t i = 0; i < bytes; i++) length = length << 8 | data[at + 2 + i];
        }
        if (size - at - head < length) break;
        const uint8_t *payload = data + at + head;
        int kind = data[at] & 15;
        if (kind == BINARY_FRAME) receive_ink(c, payload, length, now);
        else if (kind == TEXT_FRAME) receive_text(c, payload, length, now);
        else if (kind == PING_FRAME) send_frame(c, PONG_FRAME, payload, length);
        else if (kind == CLOSE_FRAME) { lose(c); return size; }
        at += head + length;
    }
    return at;
}

static void receive(struct client *c) {
    memcpy(input, c->partial, c->partial_size);
    ssize_t got = recv(c->fd, input + c->partial_size, sizeof input - c->partial_size, MSG_DONTWAIT);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) { lose(c); return; }
    size_t size = c->partial_size + got, done = receive_frames(c, input, size, now_ns());
    if (size - done || c->partial_size) {
        c->partial = realloc(c->partial, size - done + 1);
        if (!c->partial) fail("out of memory");
        memcpy(c->partial, input + done, size - done);
        c->partial_size = size - done;
    }
}

/* Commands. */

static void add_table(int paper, int players, int strokes, const int *sockets, int count) {
    if (players < 1 || players > MAX_SEATS || players > count) fail("a table without its players");
    struct table *t = allocate(sizeof *t + count * sizeof *t->clients);
    t->paper = paper & 255, t->players = players, t->sockets = count;
    for (int i = 0; i < count; i++) {
        struct client *c = &t->clients[i];
        c->fd = sockets[i], c->table = t, c->seat = i < players ? i : -1;
        c->partial = allocate(1);
        watch(c, EPOLL_CTL_ADD);
    }
    for (int i = 0; i < players; i++) {
        t->artists[i].script = &scripts[(table_count * MAX_SEATS + i) % script_count];
        t->artists[i].strokes = strokes;
    }
    if (table_count == table_room) {
        table_room = table_room ? 2 * table_room : 64;
        tables = realloc(tables, table_room * sizeof *tables);
        if (!tables) fail("out of memory");
    }
    tables[table_count++] = t;
}

static void forget_requests(void) {
    for (int i = 0; i < table_count; i++)
        for (int j = 0; j < tables[i]->sockets; j++) tables[i]->clients[j].asked_at = 0;
}

static void close_all(void) {
    drawing.tables = acting.tables = 0;
    for (int i = 0; i < table_count; i++) {
        for (int j = 0; j < tables[i]->sockets; j++) {
            struct client *c = &tables[i]->clients[j];
            if (c->fd >= 0) close(c->fd);
            free(c->partial), free(c->unsent);
        }
        free(tables[i]);
    }
    table_count = 0;
}

static void mark(void) {
    memset(&measured, 0, sizeof measured);
    memset(&ink_latency, 0, sizeof ink_latency);
    memset(&act_latency, 0, sizeof act_latency);
    measured.at = now_ns(), measured.cpu = cpu_ns();
}

static void answer(int commands, const char *text) {
    if (send(commands, text, strlen(text), MSG_NOSIGNAL) < 0) fail("nobody listens");
}

static void report(int commands) {
    char text[1024];
    uint64_t missing = 0, waiting = 0;
    for (int i = 0; i < table_count; i++)
        for (int j = 0; j < tables[i]->sockets; j++) {
            struct client *c = &tables[i]->clients[j];
            waiting += c->asked_at != 0;
            for (int seat = 0; seat < tables[i]->players; seat++)
                if (seat != c->seat) missing += tables[i]->artists[seat].pieces - c->pieces[seat];
        }
    double seconds = (now_ns() - measured.at) / 1e9, cpu = (cpu_ns() - measured.cpu) / 1e9;
    snprintf(text, sizeof text,
        "{\"seconds\":%.6f,\"cpu_s\":%.6f,\"late_ms\":%.3f,\"sent\":%llu,\"deliveries\":%llu,"
        "\"p50_ms\":%.3f,\"p99_ms\":%.3f,\"max_ms\":%.3f,\"ink_bytes\":%llu,\"text_bytes\":%llu,"
        "\"points\":%llu,\"foreign_points\":%llu,\"missing\":%llu,\"resyncs\":%llu,\"lost\":%llu,"
        "\"acts\":%llu,\"stored\":%llu,\"act_p50_ms\":%.3f,\"act_p99_ms\":%.3f,\"waiting\":%llu}",
        seconds, cpu, measured.late_max / 1e6, (unsigned long long)measured.sent,
        (unsigned long long)ink_latency.total, percentile_ms(&ink_latency, 0.5), percentile_ms(&ink_latency, 0.99),
        ink_latency.max_us / 1e3, (unsigned long long)measured.ink_bytes, (unsigned long long)measured.text_bytes,
        (unsigned long long)measured.points, (unsigned long long)measured.foreign_points,
        (unsigned long long)missing, (unsigned long long)measured.resyncs, (unsigned long long)measured.lost,
        (unsigned long long)measured.acts, (unsigned long long)act_latency.total,
        percentile_ms(&act_latency, 0.5), percentile_ms(&act_latency, 0.99), (unsigned long long)waiting);
    answer(commands, text);
}

static void command(int commands) {
    char text[256], room[CMSG_SPACE(MAX_SOCKETS * sizeof(int))];
    struct iovec part = {text, sizeof text - 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    int sockets[MAX_SOCKETS], count = 0, paper, players, strokes, tables_wanted;
    double rate;
    ssize_t size = recvmsg(commands, &message, MSG_DONTWAIT);
    if (size < 0 && errno == EAGAIN) return;
    if (size <= 0) exit(0);
    text[size] = 0;
    if (message.msg_flags & MSG_CTRUNC) fail("too many sockets");
    for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); c; c = CMSG_NXTHDR(&message, c)) {
        count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(sockets, CMSG_DATA(c), count * sizeof(int));
    }
    if (sscanf(text, "table %d %d %d", &paper, &players, &strokes) == 3)
        add_table(paper, players, strokes, sockets, count);
    else if (sscanf(text, "draw %lf %d", &rate, &tables_wanted) == 2) {
        drawing.rate = rate, drawing.began = now_ns(), drawing.done = 0;
        drawing.tables = tables_wanted < table_count ? tables_wanted : table_count;
    } else if (sscanf(text, "act %lf %d", &rate, &tables_wanted) == 2) {
        if (tables_wanted) forget_requests();
        acting.rate = rate, acting.began = now_ns(), acting.done = 0;
        acting.tables = tables_wanted < table_count ? tables_wanted : table_count;
    } else if (!strcmp(text, "mark")) mark();
    else if (!strcmp(text, "read")) report(commands);
    else if (!strcmp(text, "close")) close_all(), answer(commands, "{}");
    else fail("an unknown command");
}

int main(int argc, char **argv) {
    if (argc != 3) fail("usage: generator COMMANDS SCRIPTS");
    int commands = atoi(argv[1]);
    read_scripts(argv[2]);
    poll_fd = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL}, events[EVENTS];
    if (poll_fd < 0 || epoll_ctl(poll_fd, EPOLL_CTL_ADD, commands, &event) < 0) fail("epoll");
    mark();
    for (;;) {
        int is_busy = drawing.tables || acting.tables;
        int count = epoll_wait(poll_fd, events, EVENTS, is_busy ? 1 : -1), is_asked = 0;
        for (int i = 0; i < count; i++) {
            struct client *c = events[i].data.ptr;
            if (!c) { is_asked = 1; continue; }
            if (c->fd >= 0 && events[i].events & EPOLLOUT) flush_unsent(c);
            if (c->fd >= 0 && events[i].events & (EPOLLIN | EPOLLERR | EPOLLHUP)) receive(c);
        }
        if (is_asked) command(commands); /* last, since it may free clients */
        send_due();
    }
}
