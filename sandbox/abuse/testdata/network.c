// Sockets, what goes around them, and what outlives its maker.
#include "abuse.h"
#include <linux/io_uring.h>
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <arpa/inet.h>

static int socket_(int argc, char **argv) { // family, type, protocol
	TRY(socket(number(argc, argv, 0, AF_INET), number(argc, argv, 1, SOCK_STREAM), number(argc, argv, 2, 0)));
	return 0;
}

static int pair(int argc, char **argv) {
	int fd[2];
	TRY(socketpair(AF_UNIX, number(argc, argv, 0, SOCK_DGRAM), 0, fd));
	return 0;
}

static int connect_(int argc, char **argv) { // to a port of the host
	struct sockaddr_in a = {AF_INET, htons(number(argc, argv, 0, 1)), {htonl(INADDR_LOOPBACK)}};
	int fd;
	TRY(fd = socket(AF_INET, SOCK_STREAM, 0));
	TRY(connect(fd, (void *)&a, sizeof a));
	return 0;
}

static int listen_(int argc, char **argv) { // on a port that is free
	struct sockaddr_in a = {AF_INET, 0, {htonl(INADDR_LOOPBACK)}};
	int fd;
	TRY(fd = socket(AF_INET, SOCK_STREAM, 0));
	TRY(bind(fd, (void *)&a, sizeof a));
	TRY(listen(fd, 1));
	return 0;
}

static socklen_t abstract(struct sockaddr_un *a, const char *name) {
	memset(a, 0, sizeof *a);
	a->sun_family = AF_UNIX;
	strcpy(a->sun_path + 1, name);
	return sizeof a->sun_family + 1 + strlen(name);
}

static int abstract_bind(int argc, char **argv) {
	struct sockaddr_un a;
	int fd;
	TRY(fd = socket(AF_UNIX, SOCK_STREAM, 0));
	TRY(bind(fd, (void *)&a, abstract(&a, argv[0])));
	TRY(listen(fd, 1));
	return 0;
}

static int abstract_connect(int argc, char **argv) { // to one of the host's
	struct sockaddr_un a;
	int fd;
	TRY(fd = socket(AF_UNIX, SOCK_STREAM, 0));
	TRY(connect(fd, (void *)&a, abstract(&a, argv[0])));
	return 0;
}

static int pair_connect(int argc, char **argv) { // a socket it may have, led elsewhere
	struct sockaddr_un a;
	int fd[2];
	TRY(socketpair(AF_UNIX, SOCK_STREAM, 0, fd));
	TRY(connect(fd[0], (void *)&a, abstract(&a, argv[0])));
	return 0;
}

static int pair_sendto(int argc, char **argv) { // the same without connect: must not arrive
	struct sockaddr_un a;
	int fd[2];
	socklen_t n = abstract(&a, argv[0]);
	TRY(socketpair(AF_UNIX, SOCK_STREAM, 0, fd));
	TRY(sendto(fd[0], "x", 1, MSG_NOSIGNAL, (void *)&a, n));
	return 0;
}

static int scm_rights(int argc, char **argv) {
	int fd[2];
	char room[CMSG_SPACE(sizeof(int))] = {0};
	struct iovec io = {"x", 1};
	struct msghdr m = {.msg_iov = &io, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
	struct cmsghdr *c = CMSG_FIRSTHDR(&m);
	TRY(socketpair(AF_UNIX, SOCK_STREAM, 0, fd));
	c->cmsg_level = SOL_SOCKET, c->cmsg_type = SCM_RIGHTS, c->cmsg_len = CMSG_LEN(sizeof(int));
	*(int *)CMSG_DATA(c) = 1;
	TRY(sendmsg(fd[0], &m, 0));
	return 0;
}

static int uring_setup(int argc, char **argv) {
	struct io_uring_params p = {0};
	TRY(RAW(SYS_io_uring_setup, 4, &p));
	return 0;
}

static int uring_socket(int argc, char **argv) { // IORING_OP_SOCKET: a socket without socket()
	struct io_uring_params p = {0};
	long fd, n;
	TRY(fd = RAW(SYS_io_uring_setup, 4, &p));
	char *sq = mmap(0, p.sq_off.array + 64, PROT_READ | PROT_WRITE, MAP_SHARED, fd, IORING_OFF_SQ_RING);
	char *cq = mmap(0, p.cq_off.cqes + 8 * sizeof(struct io_uring_cqe), PROT_READ | PROT_WRITE, MAP_SHARED, fd, IORING_OFF_CQ_RING);
	struct io_uring_sqe *e = mmap(0, 4 * sizeof *e, PROT_READ | PROT_WRITE, MAP_SHARED, fd, IORING_OFF_SQES);
	if (sq == MAP_FAILED || cq == MAP_FAILED || e == MAP_FAILED) return errno;
	memset(e, 0, sizeof *e);
	e->opcode = IORING_OP_SOCKET, e->fd = AF_INET, e->off = SOCK_STREAM;
	*(unsigned *)(sq + p.sq_off.array) = 0;
	__atomic_store_n((unsigned *)(sq + p.sq_off.tail), 1, __ATOMIC_RELEASE);
	TRY(n = RAW(SYS_io_uring_enter, fd, 1, 1, IORING_ENTER_GETEVENTS));
	int res = ((struct io_uring_cqe *)(cq + p.cq_off.cqes))->res;
	return res < 0 ? -res : 0;
}

// Objects that outlive the process. With a key of the host's as argument, one
// that is there already.
static int shm(int argc, char **argv) {
	long key = number(argc, argv, 0, IPC_PRIVATE);
	int id;
	TRY(id = shmget(key, key == IPC_PRIVATE ? 4096 : 0, key == IPC_PRIVATE ? IPC_CREAT | 0600 : 0));
	void *p = shmat(id, NULL, 0);
	return p == (void *)-1 ? errno : 0;
}
static int sem(int argc, char **argv) { TRY(semget(IPC_PRIVATE, 1, IPC_CREAT | 0600)); return 0; }
static int msg(int argc, char **argv) { TRY(msgget(IPC_PRIVATE, IPC_CREAT | 0600)); return 0; }
static int mq(int argc, char **argv) {
	struct mq_attr a = {0, 1, 8};
	TRY(mq_open("/abuse", O_CREAT | O_RDWR, 0600, &a));
	return 0;
}

static int add_key(int argc, char **argv) {
	TRY(RAW(SYS_add_key, "user", "abuse", "x", 1, -3 /* KEY_SPEC_SESSION_KEYRING */));
	return 0;
}
static int keyctl(int argc, char **argv) { TRY(RAW(SYS_keyctl, 0 /* KEYCTL_GET_KEYRING_ID */, -4, 1)); return 0; }
static int request_key(int argc, char **argv) { TRY(RAW(SYS_request_key, "keyring", "_uid.0", 0, -3)); return 0; }

static const struct op ops[] = {
	{"socket", socket_}, {"socketpair", pair}, {"connect", connect_}, {"listen", listen_}, {"abstract-bind", abstract_bind},
	{"abstract-connect", abstract_connect}, {"pair-connect", pair_connect}, {"pair-sendto", pair_sendto}, {"scm-rights", scm_rights},
	{"io-uring", uring_setup}, {"io-uring-socket", uring_socket}, {"shm", shm}, {"sem", sem}, {"msg", msg}, {"mq", mq},
	{"add-key", add_key}, {"keyctl", keyctl}, {"request-key", request_key}, {NULL},
};

int main(int argc, char **argv) { return run(ops, argc, argv); }
