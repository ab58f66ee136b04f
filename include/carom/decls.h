/*
 * What lets C++ include these headers: functions keep C's names, and assertions have C++'s spelling.
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
