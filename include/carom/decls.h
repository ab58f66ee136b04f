/*
 * Lets C++ include these headers: C linkage, and C++'s spelling of static assertions.
 */
#ifndef CAROM_DECLS_H
#define CAROM_DECLS_H

#ifdef __cplusplus
#define CAROM_BEGIN_DECLS extern "C" {
#define CAROM_END_DECLS }
#define CAROM_STATIC_ASSERT static_assert
#else
#define CAROM_BEGIN_DECLS
#define CAROM_END_DECLS
#define CAROM_STATIC_ASSERT _Static_assert
#endif

#endif
