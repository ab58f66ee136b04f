/*
 * The main function of fuzz targets in the ordinary test run: feeds every file of the corpus folders it is given, the
 * empty input, and each file cut off at every length.
 */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>

static void feed(const char *bytes, size_t size)
{
    /* A copy of exactly this size, so that the sanitizer sees a read one byte too far. */
    uint8_t *copy = calloc(size > 0 ? size : 1, 1);
    promise(copy != NULL);
    memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static void feed_file(const char *path)
{
    static char bytes[1 << 16];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t length = size > 2048 ? size : 0; length <= size; length++)
        feed(bytes, length);
}

int main(int argc, char **argv)
{
    unsigned files = 0;
    feed("", 0);
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (folder == NULL) {
            perror(argv[i]);
            return 1;
        }
        for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            if (entry->d_name[0] != '.') {
                feed_file(path);
                files++;
            }
        }
        closedir(folder);
    }
    printf("%u files\n", files);
    return files > 0 ? 0 : 1;
}
