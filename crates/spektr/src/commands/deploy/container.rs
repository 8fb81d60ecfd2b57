//! A recipe for the image of a worker: the binary and the compilers that it tests.

pub(super) fn recipe() -> String {
    "# The image of a worker. Build it beside the binary:
#   podman build --tag spektr-worker .      (or docker build)
# and put in the compilers that are to be tested: those named here are examples.
FROM debian:stable-slim
RUN apt-get update \\
 && apt-get install --yes --no-install-recommends gcc clang llvm libc6-dev \\
 && rm -rf /var/lib/apt/lists/*
COPY spektr /usr/local/bin/spektr
RUN useradd --uid 10001 --create-home worker \\
 && mkdir /scratch && chown 10001:10001 /scratch
USER 10001:10001
WORKDIR /scratch
ENV TMPDIR=/scratch
# The store comes from outside: SPEKTR_STORE=postgres://USER@HOST/DATABASE
ENTRYPOINT [\"/usr/local/bin/spektr\"]
CMD [\"hunt\", \"--worker\", \"--json\"]
"
    .to_owned()
}
