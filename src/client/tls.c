/*
 * The client's end of TLS, on GnuTLS, which libmicrohttpd brings along anyway. The certificate is checked within the
 * handshake, so nothing, neither a password nor a token, is sent to a server that has not proven its name.
 */
#include "tls.h"

#include "stream.h"

#include <arpa/inet.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#define HANDSHAKE_MS 10000

struct tls {
    gnutls_session_t session;
    gnutls_certificate_credentials_t trusted;
    bool unsent; /* the last record is written by GnuTLS, but not sent */
};

static struct tls *give_up(struct tls *tls)
{
    if (tls->session != NULL)
        gnutls_deinit(tls->session);
    if (tls->trusted != NULL)
        gnutls_certificate_free_credentials(tls->trusted);
    free(tls);
    return NULL;
}

/* Loads the authorities to trust: those of the file, or the system's. A system without any trusts no server. */
static bool load_trusted(struct tls *tls, const char *file)
{
    if (gnutls_certificate_allocate_credentials(&tls->trusted) != GNUTLS_E_SUCCESS)
        return false;
    if (file != NULL)
        return gnutls_certificate_set_x509_trust_file(tls->trusted, file, GNUTLS_X509_FMT_PEM) > 0;
    gnutls_certificate_set_x509_system_trust(tls->trusted);
    return true;
}

static bool is_number(const char *host)
{
    unsigned char address[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, host, address) == 1 || inet_pton(AF_INET6, host, address) == 1;
}

static bool set_up(struct tls *tls, int fd, const char *host)
{
    static unsigned char http[] = "http/1.1";
    const gnutls_datum_t protocol = {.data = http, .size = sizeof http - 1};
    if (gnutls_init(&tls->session, GNUTLS_CLIENT | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) != GNUTLS_E_SUCCESS) {
        tls->session = NULL;
        return false;
    }
    gnutls_transport_set_int(tls->session, fd);
    gnutls_session_set_verify_cert(tls->session, host, 0);
    return gnutls_set_default_priority(tls->session) == GNUTLS_E_SUCCESS &&
           gnutls_credentials_set(tls->session, GNUTLS_CRD_CERTIFICATE, tls->trusted) == GNUTLS_E_SUCCESS &&
           gnutls_alpn_set_protocols(tls->session, &protocol, 1, 0) == GNUTLS_E_SUCCESS &&
           /* RFC 6066: names only, no addresses */
           (is_number(host) ||
            gnutls_server_name_set(tls->session, GNUTLS_NAME_DNS, host, strlen(host)) == GNUTLS_E_SUCCESS);
}

/* Why GnuTLS ended the handshake, as our error. */
static int tls_run_handshake(struct tls *tls, int fd)
{
    int64_t until = system_clock_ms(CLOCK_MONOTONIC) + HANDSHAKE_MS;
    for (;;) {
        int said = gnutls_handshake(tls->session);
        if (said == GNUTLS_E_SUCCESS || gnutls_error_is_fatal(said))
            return said;
        struct pollfd wait = {.fd = fd, .events = gnutls_record_get_direction(tls->session) != 0 ? POLLOUT : POLLIN};
        int64_t left = until - system_clock_ms(CLOCK_MONOTONIC);
        if (left <= 0 || poll(&wait, 1, (int)left) != 1)
            return GNUTLS_E_TIMEDOUT;
    }
}

static enum client_error error_from_tls(const struct tls *tls, int said)
{
    const unsigned late = GNUTLS_CERT_EXPIRED | GNUTLS_CERT_NOT_ACTIVATED;
    const unsigned valid = GNUTLS_CERT_INVALID; /* set beside every other reason */
    switch (said) {
    case GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR: {
        unsigned status = gnutls_session_get_verify_cert_status(tls->session);
        if ((status & ~(late | valid | GNUTLS_CERT_UNEXPECTED_OWNER)) != 0)
            return CLIENT_ERROR_UNTRUSTED;
        return (status & late) != 0 ? CLIENT_ERROR_EXPIRED : CLIENT_ERROR_HOSTNAME_MISMATCH;
    }
    case GNUTLS_E_TIMEDOUT:
        return CLIENT_ERROR_UNREACHABLE;
    case GNUTLS_E_PREMATURE_TERMINATION:
    case GNUTLS_E_PULL_ERROR:
    case GNUTLS_E_PUSH_ERROR:
        return CLIENT_ERROR_DISCONNECTED;
    default:
        return CLIENT_ERROR_TLS;
    }
}

struct tls *tls_handshake(int fd, const struct server_url *url, enum client_error *error)
{
    struct tls *tls = calloc(1, sizeof *tls);
    *error = CLIENT_ERROR_UNREACHABLE;
    if (tls == NULL)
        return NULL;
    if (!load_trusted(tls, url->ca_file)) {
        *error = CLIENT_ERROR_CA_FILE;
        return give_up(tls);
    }
    if (!set_up(tls, fd, url->hostname))
        return give_up(tls);
    int said = tls_run_handshake(tls, fd);
    if (said != GNUTLS_E_SUCCESS) {
        *error = error_from_tls(tls, said);
        return give_up(tls);
    }
    return tls;
}

void tls_close(struct tls *tls)
{
    gnutls_bye(tls->session, GNUTLS_SHUT_WR);
    give_up(tls);
}

/* Turns the result of GnuTLS's reading and writing into that of recv and send. */
static ssize_t as_errno(ssize_t said)
{
    if (said >= 0)
        return said;
    if (said == GNUTLS_E_PREMATURE_TERMINATION)
        return 0;
    errno = gnutls_error_is_fatal((int)said) ? EIO : EAGAIN;
    return -1;
}

ssize_t tls_read(struct tls *tls, void *to, size_t size)
{
    return as_errno(gnutls_record_recv(tls->session, to, size));
}

/* GnuTLS keeps a record that it could not send; it has to be told to send it again, not to be given it again. */
ssize_t tls_write(struct tls *tls, const void *from, size_t length)
{
    ssize_t said = as_errno(tls->unsent ? gnutls_record_send(tls->session, NULL, 0)
                                        : gnutls_record_send(tls->session, from, length));
    tls->unsent = said < 0;
    return said;
}

bool tls_pending(const struct tls *tls)
{
    return gnutls_record_check_pending(tls->session) > 0;
}
